"""The makes of vehicles that drive in the town: CARLA's names, our measurements."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Model:
    """A make of vehicle; lengths in metres, mass in kilograms, top speed in m/s."""

    type_id: str
    length: float
    width: float
    height: float
    wheelbase: float
    mass: float
    base_type: str = "car"
    special_type: str = ""
    wheels: int = 4
    top_speed: float = 40.0

    @property
    def overhang(self) -> float:
        """Return how far the body reaches beyond each axle."""
        return (self.length - self.wheelbase) / 2


A2 = Model("vehicle.audi.a2", 3.70, 1.80, 1.56, 2.41, 990.0)
C3 = Model("vehicle.citroen.c3", 3.98, 1.86, 1.62, 2.47, 1160.0)
CHARGER = Model("vehicle.dodge.charger_police_2020", 5.24, 2.04, 1.64, 3.05, 1950.0, "car", "emergency")
ETRON = Model("vehicle.audi.etron", 4.86, 2.04, 1.66, 2.93, 2490.0, "car", "electric")
IMPALA = Model("vehicle.chevrolet.impala", 5.36, 2.04, 1.42, 3.10, 1650.0, "car", "taxi")
LEON = Model("vehicle.seat.leon", 4.20, 1.82, 1.48, 2.58, 1280.0)
LINCOLN = Model("vehicle.lincoln.mkz_2020", 4.90, 2.06, 1.50, 2.85, 1680.0)
MICRA = Model("vehicle.nissan.micra", 3.64, 1.86, 1.54, 2.43, 980.0)
MINI = Model("vehicle.mini.cooper_s_2021", 3.88, 1.94, 1.48, 2.50, 1250.0)
MODEL3 = Model("vehicle.tesla.model3", 4.78, 2.08, 1.50, 2.88, 1845.0, "car", "electric")
MUSTANG = Model("vehicle.ford.mustang", 4.72, 1.90, 1.30, 2.72, 1590.0)
PATROL = Model("vehicle.nissan.patrol_2021", 5.16, 2.06, 1.96, 3.08, 2580.0)
PRIUS = Model("vehicle.toyota.prius", 4.52, 2.00, 1.52, 2.70, 1420.0)
SPRINTER = Model("vehicle.mercedes.sprinter", 5.90, 2.00, 2.64, 3.66, 2300.0, "van")
T2 = Model("vehicle.volkswagen.t2_2021", 4.44, 1.80, 1.96, 2.40, 1240.0, "van")
TT = Model("vehicle.audi.tt", 4.18, 2.00, 1.38, 2.47, 1430.0)
VESPA = Model("vehicle.vespa.zx125", 1.80, 0.76, 1.50, 1.29, 210.0, "motorcycle", "", 2, 11.0)
CENTURY = Model("vehicle.diamondback.century", 1.64, 0.54, 1.60, 1.05, 88.0, "bicycle", "", 2, 5.5)
CROSSBIKE = Model("vehicle.bh.crossbike", 1.50, 0.58, 1.62, 1.05, 90.0, "bicycle", "", 2, 5.0)
OMAFIETS = Model("vehicle.gazelle.omafiets", 1.84, 0.62, 1.66, 1.15, 95.0, "bicycle", "", 2, 4.4)
