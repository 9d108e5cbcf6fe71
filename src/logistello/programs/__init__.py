"""Other programs as engines: ``GtpEngine.popen([...])`` and ``NBoardEngine.popen([...])``."""

from logistello.programs.gtp_engine import GtpEngine
from logistello.programs.nboard_engine import NBoardEngine
from logistello.programs.program_analysis import ProgramAnalysis
from logistello.programs.program_engine import ProgramEngine
from logistello.programs.program_results import ProgramInfo, ProgramResult

__all__ = ["GtpEngine", "NBoardEngine", "ProgramAnalysis", "ProgramEngine", "ProgramInfo", "ProgramResult"]
