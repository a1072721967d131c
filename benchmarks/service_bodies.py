"""Large bodies: how long others wait while clients send bodies that take long to parse.

`python -m benchmarks.service_bodies [--clients N] [--seconds S]` starts a server in a temporary folder, and another process whose
N clients send bodies of 1 MiB, one after the other: brackets, objects, and a large puzzle. Meanwhile `/healthz` is called. The
figures are recorded (service_figures.py); an answer that is a fault of the server ends the run.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import tempfile
import threading
import time
from pathlib import Path

from benchmarks import service_figures
from benchmarks.service_siege import call, started

SIZE = (1 << 20) - 1000
PAUSE_SECONDS, WARMING_SECONDS = 0.02, 3.0


def bodies() -> list[bytes]:
    """Return the bodies: nothing but brackets, objects as many as are read, and the options of a cover."""
    options = ",".join(f'["a{number % 100}","b{number % 990}"]' for number in range(60_000))
    items = ",".join(f'"a{number}"' for number in range(100)) + "," + ",".join(f'"b{number}"' for number in range(990))
    values = ("[[[[]]]]," * (SIZE // 9) + "0", '{"k":"v"},' * 99_000 + "0")
    some = [f'{{"task":"solve","puzzle":{{"kind":"cover","items":[{value}],"options":[]}}}}' for value in values]
    some.append(f'{{"task":"solve","puzzle":{{"kind":"cover","items":[{items}],"options":[{options}]}}}}')
    return [body.encode() for body in some]


def send(port: int, clients: int) -> None:
    """Send the bodies by so many clients until this process is ended."""

    def one(number: int) -> None:
        for body in itertools.islice(itertools.cycle(bodies()), number, None):
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request("POST", "/v1/jobs", body, {"Content-Type": "application/json"})
            status = connection.getresponse().status
            connection.close()
            if status >= 500:
                raise SystemExit(f"a body was answered with {status}")

    threads = [threading.Thread(target=one, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def measured(clients: int, seconds: float) -> dict[str, float]:
    """Return the figures of `/healthz` while the bodies are sent; raises SystemExit if it fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        serve = ("exactcover.cli", "serve", "--port", "0", "--workers", "0", "--store", str(folder / "jobs.sqlite"))
        with started(*serve, log=folder / "log") as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
            sending = ("benchmarks.service_bodies", "--send", str(port), "--clients", str(clients))
            with started(*sending, log=folder / "sending") as senders:
                time.sleep(WARMING_SECONDS)
                waits, until = list[float](), time.monotonic() + seconds
                while time.monotonic() < until:
                    health = call(port, "GET", "/healthz")[0]
                    if health.status != 200 or senders.poll() is not None:
                        raise SystemExit(f"{health}\n{(folder / 'sending').read_text()}{(folder / 'log').read_text()}")
                    waits.append(health.seconds)
                    time.sleep(PAUSE_SECONDS)
    waits.sort()
    parts = {f"/healthz, p{part}, ms": round(waits[len(waits) * part // 100] * 1000, 1) for part in (50, 95, 99)}
    return {"clients": clients, "calls of /healthz": len(waits), **parts, "the longest, ms": round(waits[-1] * 1000, 1)}


def main() -> None:
    """Send bodies to a server, or be the process that does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--send", type=int, default=0, help=argparse.SUPPRESS)
    values = parser.parse_args()
    if values.send:
        send(values.send, values.clients)
        return
    figures = measured(values.clients, values.seconds)
    service_figures.note("bodies", figures=figures)
    print("\n".join(f"{name}: {value:g}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
