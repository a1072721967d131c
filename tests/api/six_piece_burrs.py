"""The solid burrs of six notchable pieces, as a file of BurrTools: 25 pieces of which each may be used six times.

Source: W. H. Cutler, The Six-Piece Burr, Journal of Recreational Mathematics 10 (1978), 314 assemblies of which come apart; the
voxels of a piece are x fastest, then y, then z.
"""

from __future__ import annotations

DRAWN = """
########################  ################_#####_#  ###############_#####_##  ###############__####__#
##############_#_###_#_#  ##############__####__##  ##############___###___#  #############_##_##_##_#
#############_#__##_#__#  #############____##____#  ###_##########__####__##  ##_###########__####__##
##__##########___#####_#  ##__##########___####__#  ##__##########___###_#_#  ##__##########__####__##
##__##########___###___#  ##__#########___###_####  ##__#########____##_##_#  ##__#########___###_#_##
##__#########____##_#__#  ##__#########___###__###  ##__#########____##__#_#  ##__#########___###___##
##__#########____##____#
"""
RODS = tuple(DRAWN.split())


def in_knot(z: int, y: int, x: int) -> bool:
    """Whether a cell of the 6x6x6 cube is in one of the six rods that cross in its middle."""
    return any(first in (2, 3) and 1 <= second <= 4 for first, second in ((x, y), (y, z), (z, x)))


def burrtools_file() -> str:
    """Return the file."""
    rods = [f'<voxel x="6" y="2" z="2" type="0">{rod}</voxel>' for rod in RODS]
    side = range(6)
    cells = "".join("#" if in_knot(z, y, x) else "_" for z in side for y in side for x in side)
    shapes = "".join(f'<shape id="{number}" min="0" max="6"/>' for number in range(len(RODS)))
    return (
        f'<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><colors/><shapes>{"".join(rods)}'
        f'<voxel x="6" y="6" z="6" type="0">{cells}</voxel></shapes><problems><problem state="0"><shapes>{shapes}</shapes>'
        f'<result id="{len(RODS)}"/><bitmap/></problem></problems></puzzle>'
    )
