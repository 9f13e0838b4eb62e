"""Serves the files of a folder on loopback, with range requests, and prints the URL.

    serve-ranges.py FOLDER
"""

import os
import re
import shutil
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import BinaryIO


class RangeHandler(SimpleHTTPRequestHandler):
    """Answers `Range: bytes=START-END` as an object store does. The module http.server ignores the header."""

    def send_head(self) -> BinaryIO | None:
        requested = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        path = self.translate_path(self.path)
        if requested is None or not os.path.isfile(path):
            return super().send_head()
        start, size = int(requested[1]), os.path.getsize(path)
        end = min(int(requested[2]) + 1, size)
        if start >= end:
            self.send_error(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
            return None
        file = open(path, "rb")
        file.seek(start)
        self.remaining = end - start
        self.send_response(HTTPStatus.PARTIAL_CONTENT)
        self.send_header("Content-Range", f"bytes {start}-{end - 1}/{size}")
        self.send_header("Content-Length", str(self.remaining))
        self.end_headers()
        return file

    def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:
        if not hasattr(self, "remaining"):
            shutil.copyfileobj(source, outputfile)
            return
        while self.remaining and (chunk := source.read(min(self.remaining, 1 << 16))):
            outputfile.write(chunk)
            self.remaining -= len(chunk)

    def log_message(self, format: str, *arguments: object) -> None:
        """Writes nothing: a log has a line for each part."""


server = ThreadingHTTPServer(("127.0.0.1", 0), partial(RangeHandler, directory=sys.argv[1]))
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
