"""Client of a Vedette service, standard library only. See README.md beside this folder."""
from .calls import Lines, VedetteError
from .operations import Operations


class Vedette(Operations):
    """`Vedette(url, project, username, password)`: every operation, signed in."""


__all__ = ["Lines", "Vedette", "VedetteError"]
