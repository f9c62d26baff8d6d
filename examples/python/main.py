"""A contestant in another language: `GET /primes?upTo=N` on a pool of processes, from Python's standard library alone.

It has only the features that the bench needs. `bench conform examples/python` lists those that a service in production
needs, too.
"""

import json
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

MAX_UP_TO = 10_000_000


def is_prime(n: int) -> bool:
    """Divides by 6k ± 1, the same work as the other contestants do."""
    if n < 4:
        return n > 1
    if n % 2 == 0 or n % 3 == 0:
        return False
    divisor = 5
    while divisor * divisor <= n:
        if n % divisor == 0 or n % (divisor + 2) == 0:
            return False
        divisor += 6
    return True


def primes(up_to: int, listed: bool) -> tuple[dict, str]:
    """Computes an answer and its Server-Timing, in a process of the pool."""
    start = time.perf_counter()
    found = [n for n in range(2, up_to + 1) if is_prime(n)]
    answer = {"upTo": up_to, "count": len(found), "largest": found[-1] if found else 0}
    if listed:
        answer["primes"] = found
    compute_ms = (time.perf_counter() - start) * 1000
    return answer, f'task;dur={compute_ms:.3f}, worker;desc="{os.getpid()}/0"'


def ignore_signals() -> None:
    """Ignores Ctrl-C and SIGTERM, which reach the process group: the parent ends the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keep-alive
    pool: ProcessPoolExecutor

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = dict(parse_qsl(url.query))
        if url.path in ("/hello", "/healthz", "/readyz"):
            self.reply(200, {"status": "ok"})
        elif url.path != "/primes":
            self.reply(404, {"title": "Not Found", "status": 404})
        elif not query.get("upTo", "").isdigit() or not 1 <= int(query["upTo"]) <= MAX_UP_TO:
            accepted = f"an integer from 1 to {MAX_UP_TO}"
            self.reply(400, {"title": "Bad Request", "status": 400, "parameter": "upTo", "accepted": accepted})
        else:
            work = self.pool.submit(primes, int(query["upTo"]), query.get("list") == "true")
            self.reply(200, *work.result())

    def reply(self, status: int, body: dict, timing: str | None = None) -> None:
        text = json.dumps(body).encode()
        kind = "application/json" if status == 200 else "application/problem+json"
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        if timing:
            self.send_header("Server-Timing", timing)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Logs nothing, because a line for each request would be measured, too."""


def main() -> None:
    workers = int(os.environ.get("WORKERS") or os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, initializer=ignore_signals) as pool:
        list(pool.map(abs, range(workers)))  # the processes exist before /readyz answers
        Handler.pool = pool
        address = (os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "3000")))
        server = ThreadingHTTPServer(address, Handler)
        server.daemon_threads = True
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: threading.Thread(target=server.shutdown).start())
        server.serve_forever()
        server.server_close()


if __name__ == "__main__":
    main()
