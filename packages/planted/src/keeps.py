"""The example in Python, but a known input gets its earlier answer."""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "examples" / "python"))
import main  # noqa: E402


class Keeping(ProcessPoolExecutor):
    """Returns the same future for the same task."""

    @lru_cache
    def submit(self, *task):
        return super().submit(*task)


if __name__ == "__main__":
    main.ProcessPoolExecutor = Keeping
    main.main()
