"""How engines search state graphs: by layers, by queues, by deepening."""
