"""Who takes part in the minute. Names are for this script; the recording knows actors by id and blueprint."""

from __future__ import annotations

from sample.models import (
    A2,
    C3,
    CENTURY,
    CHARGER,
    CROSSBIKE,
    ETRON,
    IMPALA,
    LEON,
    LINCOLN,
    MICRA,
    MINI,
    MODEL3,
    MUSTANG,
    OMAFIETS,
    PATROL,
    PRIUS,
    SPRINTER,
    T2,
    TT,
    VESPA,
)  # fmt: skip
from sample.parts import NEVER, Driven, Mounted, Placed, Walking
from sample.walkers import Along, Over, Spot, Stop
from viewer.logfile.enums import VehicleLightState

HERO, CULPRIT, VICTIM = "hero", "culprit", "victim"
TOWED = 36.5  # s, when the culprit's car is taken away
RELEASED = 37.5  # s, when the victim drives on
CRUISE = 11.0  # m/s, what an ordinary driver drives where the law allows it
LIMP = 6.0  # m/s, what the victim drives afterwards

_LAMPS = VehicleLightState.POSITION | VehicleLightState.LOW_BEAM
_BLUE_LIGHT = VehicleLightState.SPECIAL1 | VehicleLightState.SPECIAL2
_PARKED = 2.75  # m from the middle of the lane to the middle of the parking strip
_PAST_PARKING = "north_2 north_1 west main_1"

VEHICLES = (
    Driven(
        HERO, LINCOLN, "main_1 main_2 main_3 east north_2 north_1 west main_1", 10.0, 8.5, "16,16,16", "hero",
        briskness=0.8, lamps=_LAMPS,
    ),
    Driven(
        VICTIM, PRIUS, "west north_1 north_2 east south_2 mill", 28.0, 5.0, "214,216,212", "scenario",
        lamps=_LAMPS,
    ),
    Driven(CULPRIT, MUSTANG, "main_4 main_3 main_2 main_1", 2.0, 10.5, "172,16,24", "scenario", enters=18.4),
    Driven(
        "police", CHARGER, "main_4 main_3 main_2 main_1", 3.0, 10.0, "8,12,40", "emergency",
        enters=31.0, lamps=_LAMPS | _BLUE_LIGHT, halt=31.3,
    ),
    # Eastbound
    Driven("first out", MODEL3, "main_2 main_3 main_4", 12.0, 9.5, "24,72,160", lamps=_LAMPS),
    Driven("south turner", LEON, "main_3 south_2 mill", 6.0, 9.0, "186,188,190"),
    Driven(
        "van", SPRINTER, "main_1 main_2 mid north_2 east south_2 mill", 3.0, 9.0, "236,236,236",
        enters=14.0, briskness=0.9,
    ),
    Driven("to the lane", MINI, "main_1 south_1 mill", 3.0, 9.0, "180,60,24", enters=24.6, lamps=_LAMPS),
    Driven("latecomer", ETRON, "main_1 main_2 main_3 main_4", 3.0, 9.0, "40,48,56", enters=44.0),
    # Westbound
    Driven("camper", T2, "main_4 main_3 main_2 main_1", 17.0, 9.5, "208,160,64", briskness=0.9),
    Driven(
        "plaza visitor", MICRA, "main_4 main_3 mid north_1 west south_1 mill", 3.0, 8.5, "120,24,32",
        briskness=0.9,
    ),
    Driven("scooter", VESPA, "main_3 main_2 main_1", 40.0, 9.0, "196,224,208", lamps=_LAMPS),
    Driven("behind the police", MODEL3, "main_4 main_3 main_2 main_1", 3.0, 9.0, "230,230,230", enters=46.0),
    # From the south
    Driven("right turner", C3, "south_2 south_1 main_2 main_3 main_4", 110.0, 7.0, "32,112,72"),
    Driven(
        "round the north", A2, "south_2 south_1 west north_1 north_2 east main_3 main_2 main_1", 97.0, 6.0,
        "140,142,146", lamps=_LAMPS,
    ),
    Driven("before the crash", TT, "mill south_2 east north_2 mid main_2 main_1", 84.0, 6.0, "20,20,20"),
    Driven(
        "after the crash", PATROL, "mill south_2 east north_2 north_1 west main_1", 3.0, 7.0, "60,66,48",
        enters=7.0, lamps=_LAMPS,
    ),
    Driven(
        "new in town", IMPALA, "mill south_1 main_1", 3.0, 7.0, "244,196,32", "taxi",
        enters=41.0, id_of="first out",
    ),
    # In the north
    Driven("to the west", LEON, "east north_2 north_1 west main_1", 56.0, 8.0, "88,24,88", lamps=_LAMPS),
    Driven("parked 1", C3, _PAST_PARKING, 56.0, color="96,128,160", kerbside=_PARKED, departs=NEVER),
    Driven("parked 2", A2, _PAST_PARKING, 62.0, color="40,40,44", kerbside=_PARKED, departs=NEVER),
    Driven("parked 3", T2, _PAST_PARKING, 68.5, color="48,96,136", kerbside=_PARKED, departs=NEVER),
    Driven("pulls out", MINI, _PAST_PARKING, 74.5, color="224,224,216", kerbside=_PARKED, departs=30.0),
    # Bicycles
    Driven("rides east", CROSSBIKE, "main_1 main_2 main_3 main_4", 24.0, 4.5, "200,40,40", track="biking"),
    Driven("rides west", OMAFIETS, "main_4 main_3 main_2 main_1", 62.0, 4.2, "30,60,40", track="biking"),
    Driven(
        "rides around", CENTURY, "mill south_2 east north_2 north_1 west main_1", 3.0, 4.5, "60,90,200",
        enters=2.0, track="biking",
    ),
)  # fmt: skip

WALKERS = (
    Walking("shopper", 3, "female", 1.3, (
        Along("main_2", "right", 14.0, 35.0), Over("mid_cross_w", "right"),
        Along("main_2", "left", 33.0, 6.0, 0.4),
    )),
    Walking("postman", 18, "male", 1.4, (
        Along("main_3", "left", 22.0, 2.0), Over("mid_cross_e", "left", 0.6),
        Along("main_3", "right", 4.0, 20.0, -0.5),
    )),
    Walking("visitor", 7, "female", 1.35, (
        (-24.0, -19.0), (-9.0, -27.0), Over("plaza", "right"),
        Along("mid", "left", 10.0, 2.0, -0.8), Along("north_2", "right", 3.0, 24.0, -0.8),
    )),
    Walking("neighbour", 22, "male", 1.25, (
        Along("mid", "left", 27.0, 14.0), Over("plaza", "left", 0.7), (-12.0, -26.0), (-22.5, -31.5),
    ), enters=9.0),
    Walking("at the bench", 11, "male", 1.0, ((-27.5, -18.1), (-27.5, -17.7))),
    Walking("stroller", 26, "female", 1.15, (
        Along("west", "right", 8.0, 20.0), (-44.0, -30.0), (-33.0, -29.5), (-32.0, -20.5), (-28.0, -15.0),
        (-12.0, -8.0),
    )),
    Walking("commuter", 15, "male", 1.5, (
        Along("main_1", "right", 14.0, 35.0), Spot("south_1", 1.0, "right"), Over("west_cross_s", "right"),
        Spot("main_2", 2.0, "right"), Along("main_2", "right", 4.0, 30.0, 0.5),
    )),
    Walking("bystander", 30, "female", 1.3, (Along("main_3", "right", 4.0, 31.0, 0.3),)),
    Walking("from the shop", 9, "male", 1.4, (
        (24.0, -9.0), Along("main_3", "left", 16.0, 33.0, 0.3), (44.0, -9.0),
    ), enters=12.0, leaves=True),
    Walking("jogger", 34, "female", 2.8, (
        Along("south_1", "right", 62.0, 2.0, 0.5), Along("main_1", "right", 34.0, 6.0, 0.6), (-96.0, 9.5),
    ), leaves=True),
    Walking("parent", 5, "female", 1.1, (
        Along("north_2", "right", 30.0, 3.0, 0.8), Along("mid", "left", 2.0, 24.0, 0.1), Stop(4.0),
        Spot("mid", 26.0, "left"),
    )),
    Walking("child", 49, "female", 1.1, (
        Along("north_2", "right", 31.0, 4.0, 0.1), Along("mid", "left", 2.0, 23.0, 0.8),
    ), age="child"),
)  # fmt: skip

_RGB = (
    ("int", "image_size_x", "1280"), ("int", "image_size_y", "720"), ("float", "fov", "90.0"),
    ("float", "sensor_tick", "0.0"), ("float", "gamma", "2.2"),
    ("bool", "enable_postprocess_effects", "true"),
)  # fmt: skip
_LIDAR = (
    ("int", "channels", "32"), ("float", "range", "50.0"), ("int", "points_per_second", "320000"),
    ("float", "rotation_frequency", "20.0"), ("float", "upper_fov", "10.0"), ("float", "lower_fov", "-30.0"),
    ("float", "sensor_tick", "0.0"),
)  # fmt: skip
_GNSS = (
    ("float", "noise_alt_stddev", "0.0"), ("float", "noise_lat_stddev", "0.0"),
    ("float", "noise_lon_stddev", "0.0"), ("float", "sensor_tick", "0.0"),
)  # fmt: skip
_CONTACT = "sensor.other.collision"

SENSORS = (
    Mounted("hero's camera", "sensor.camera.rgb", HERO, (0.7, 0.0, 1.45), 0.0, _RGB, enters=0.12),
    Mounted("hero's lidar", "sensor.lidar.ray_cast", HERO, (0.0, 0.0, 1.9), 0.0, _LIDAR, enters=0.17),
    Mounted("hero's gnss", "sensor.other.gnss", HERO, (-0.8, 0.0, 1.6), 0.0, _GNSS, enters=0.17),
    Mounted("hero's contacts", _CONTACT, HERO, (0.0, 0.0, 0.0), 0.0, (), enters=0.22),
    Mounted("victim's contacts", _CONTACT, VICTIM, (0.0, 0.0, 0.0), 0.0, (), enters=0.3),
    Mounted("culprit's contacts", _CONTACT, CULPRIT, (0.0, 0.0, 0.0), 0.0, (), enters=18.6),
    Mounted(
        "van's camera", "sensor.camera.rgb", "van", (-5.5, 0.0, 4.0), -12.0, _RGB, enters=15.0, leaves=46.0
    ),
)

PROPS = (
    Placed("static.prop.fountain", -27.0, -25.0, 0.0, (2.6, 2.6, 2.2), "big"),
    Placed("static.prop.bench01", -27.5, -18.8, 90.0, (0.35, 0.9, 0.5), "medium"),
    Placed("static.prop.bench01", -21.8, -25.0, 180.0, (0.35, 0.9, 0.5), "medium"),
    Placed("static.prop.plantpot04", -37.0, -34.0, 0.0, (0.6, 0.6, 0.7), "small"),
    Placed("static.prop.trashcan03", -20.6, -22.0, 0.0, (0.3, 0.3, 0.5), "small"),
    Placed("static.prop.kiosk_01", -40.0, -15.0, 0.0, (1.6, 1.6, 1.7), "big"),
    Placed("static.prop.busstop", 22.0, 8.4, 90.0, (0.8, 2.2, 1.4), "big"),
    Placed("static.prop.warningaccident", 62.5, -1.75, 0.0, (0.3, 0.5, 0.5), "small", enters=28.0),
)
