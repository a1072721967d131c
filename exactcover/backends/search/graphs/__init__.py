"""Search of state graphs: by layers, by queues, by deepening."""
