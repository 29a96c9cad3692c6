"""Writes scenes/gallery/jelly-bear.obj: a bear of overlapping ellipsoids, each a closed surface of its own.

Usage: python3 scripts/make_bear.py > scenes/gallery/jelly-bear.obj
"""

import math

# Centre and half axes (cm), z up, the bear looks along -y.
PARTS = {
    "body": ((0, 0, 4.6), (3.1, 2.6, 3.7)),
    "head": ((0, -0.2, 9.4), (2.5, 2.2, 2.2)),
    "left ear": ((1.9, 0.1, 11.2), (0.9, 0.6, 0.9)),
    "right ear": ((-1.9, 0.1, 11.2), (0.9, 0.6, 0.9)),
    "snout": ((0, -2.2, 8.9), (1.0, 0.9, 0.8)),
    "left arm": ((3.0, -1.2, 5.8), (1.0, 1.9, 1.0)),
    "right arm": ((-3.0, -1.2, 5.8), (1.0, 1.9, 1.0)),
    "left leg": ((1.9, -1.8, 1.4), (1.4, 2.6, 1.4)),
    "right leg": ((-1.9, -1.8, 1.4), (1.4, 2.6, 1.4)),
    "tail": ((0, 2.7, 2.6), (0.8, 0.8, 0.8)),
}
AROUND, ALONG = 20, 12


def ellipsoid(centre, axes):
    """Points and triangles, wound so that normals point outward; the poles are single points."""
    rings = []
    for i in range(1, ALONG):
        latitude = math.pi * i / ALONG
        turns = [math.tau * j / AROUND for j in range(AROUND)]
        rings.append([(math.sin(latitude) * math.cos(t), math.sin(latitude) * math.sin(t), math.cos(latitude)) for t in turns])
    unit = [(0, 0, 1)] + [point for ring in rings for point in ring] + [(0, 0, -1)]
    points = [tuple(c + a * u for c, a, u in zip(centre, axes, point)) for point in unit]
    at = lambda ring, j: 1 + ring * AROUND + j % AROUND
    last = len(points) - 1
    triangles = []
    for j in range(AROUND):
        triangles.append((0, at(0, j), at(0, j + 1)))
        for ring in range(ALONG - 2):
            a, b, c, d = at(ring, j), at(ring + 1, j), at(ring + 1, j + 1), at(ring, j + 1)
            triangles += [(a, b, c), (a, c, d)]
        triangles.append((last, at(ALONG - 2, j + 1), at(ALONG - 2, j)))
    return points, triangles


print("# A jelly bear of overlapping ellipsoids, in centimetres; made by scripts/make_bear.py")
first = 1
for name, (centre, axes) in PARTS.items():
    points, triangles = ellipsoid(centre, axes)
    print(f"g {name}")
    for x, y, z in points:
        print(f"v {x:.3f} {y:.3f} {z:.3f}")
    for triangle in triangles:
        print("f", *(first + i for i in triangle))
    first += len(points)
