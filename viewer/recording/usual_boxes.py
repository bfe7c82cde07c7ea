"""Usual bounding boxes of actors, for recordings without additional data: right, or at least sensible."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.recording.actors import Category

_SIZES = """
    audi.a2 3.71 1.79 1.55, audi.etron 4.86 2.03 1.65, audi.tt 4.18 1.99 1.39,
    bh.crossbike 1.49 0.86 1.08, bmw.grandtourer 4.61 2.24 1.67, bmw.isetta 2.21 1.48 1.38,
    carlamotors.carlacola 5.20 2.61 2.47, carlamotors.european_hgv 7.94 2.90 3.47,
    carlamotors.firetruck 8.47 2.89 3.83, chevrolet.impala 5.36 2.03 1.41, citroen.c3 3.99 1.85 1.62,
    diamondback.century 1.64 0.37 1.02, dodge.charger_2020 5.01 1.88 1.53,
    dodge.charger_police 4.97 2.04 1.54, dodge_charger.police 4.97 2.04 1.54,
    dodge.charger_police_2020 5.24 1.92 1.64, ford.ambulance 6.36 2.35 2.43, ford.crown 5.37 1.80 1.57,
    ford.mustang 4.72 1.89 1.30, gazelle.omafiets 1.84 0.66 1.23,
    harley-davidson.low_rider 2.35 0.76 1.28, harley-davidson.low rider 2.35 0.76 1.28,
    jeep.wrangler_rubicon 3.87 1.91 1.88, kawasaki.ninja 2.03 0.80 1.15, lincoln.mkz2017 4.90 2.13 1.51,
    lincoln.mkz_2017 4.90 2.13 1.51, lincoln.mkz_2020 4.89 1.84 1.49, mercedes.coupe 5.03 2.15 1.64,
    mercedes-benz.coupe 5.03 2.15 1.64, mercedes.coupe_2020 4.67 1.81 1.44,
    mercedes.sprinter 5.92 1.99 2.56, micro.microlino 2.21 1.48 1.38, mini.cooper_s 3.81 1.97 1.48,
    mini.cooper_s_2021 4.55 2.10 1.77, mini.cooperst 3.81 1.97 1.48, mitsubishi.fusorosa 10.27 3.94 4.25,
    mustang.mustang 4.72 1.89 1.30, nissan.micra 3.63 1.85 1.50, nissan.patrol 4.60 1.93 1.86,
    nissan.patrol_2021 5.57 2.15 2.05, seat.leon 4.19 1.82 1.47, tesla.cybertruck 6.27 2.39 2.10,
    tesla.model3 4.79 2.16 1.49, toyota.prius 4.51 2.01 1.52, vespa.zx125 1.80 0.80 1.23,
    volkswagen.t2 4.48 2.07 2.04, volkswagen.t2_2021 4.44 1.79 1.99, yamaha.yzf 2.19 0.87 1.53
"""
VEHICLE_SIZES = {
    name: (float(length), float(width), float(height))
    for name, length, width, height in (each.strip().rsplit(None, 3) for each in _SIZES.split(","))
}
"""Length, width and height of CARLA's vehicles in metres, as its catalogue and recorded boxes give them."""
_BY_CATEGORY = {
    Category.VEHICLE: (4.6, 1.95, 1.55),
    Category.BICYCLE: (1.7, 0.6, 1.1),
    Category.WALKER: (0.38, 0.38, 1.8),
    Category.TRAFFIC_LIGHT: (0.5, 0.5, 3.0),
    Category.TRAFFIC_SIGN: (0.3, 0.6, 2.5),
    Category.SENSOR: (0.2, 0.2, 0.2),
    Category.PROP: (0.8, 0.8, 1.0),
    Category.SPECTATOR: (0.4, 0.4, 0.4),
    Category.CONTROLLER: (0.3, 0.3, 0.3),
    Category.OTHER: (0.5, 0.5, 0.5),
}
_TWO_WHEELS = (2.2, 0.8, 1.3)
Box = tuple[tuple[float, float, float], tuple[float, float, float]]


def usual_box(type_id: str, attributes: Mapping[str, str], category: Category) -> Box:
    """Return centre and half-extents, in metres, of the box assumed for an actor without a recorded one.

    The centre is relative to the actor: as in CARLA, vehicles have their origin on the ground, walkers at
    half their height. The size is that of the vehicle model ``type_id`` if it is known, else a typical one of
    ``category``; the attribute ``number_of_wheels`` in ``attributes`` tells motorcycles from cars.
    """
    size = VEHICLE_SIZES.get(type_id.removeprefix("vehicle."))
    if size is None:
        two_wheels = category is Category.VEHICLE and attributes.get("number_of_wheels") == "2"
        size = _TWO_WHEELS if two_wheels else _BY_CATEGORY[category]
    extent = (size[0] / 2, size[1] / 2, size[2] / 2)
    return (0.0, 0.0, 0.0 if category is Category.WALKER else extent[2]), extent
