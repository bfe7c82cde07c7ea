"""A recording with the packets that few recordings have; each value is one that a test can look for."""

from __future__ import annotations

from tests import scenes
from tests.scenes import BICYCLE, HERO, LIGHT, OTHER, SIGN, WALKER, Scene, actor, pose
from viewer.logfile import packets
from viewer.logfile.enums import LightGroup, TrafficLightState, VehicleDoor
from viewer.logfile.fields import Engine
from viewer.logfile.nested import Record

FRAMES = 10
STREET_LIGHT, WINDOW = 1, 2

WEATHER = (20.0, 30.0, 40.0, 10.0, 120.0, -15.5, 2.0, 0.75, 0.1, 5.0, 1.0, 0.03, 0.0331, 0.0)
CLEARED_UP = (0.0, *WEATHER[1:])


def physics(actor_id: int) -> Record:
    """Return the physics of a car with five gears, in the layout of UE4 since 0.9.12."""
    return scenes.physics(
        packets.PHYSICS_CONTROL.layouts[0],
        actor_id=actor_id,
        max_rpm=5729.578,
        moi=1.5,
        mass=1845.0,
        use_gear_autobox=True,
        center_of_mass=(0.1, 0.0, -0.25),
        torque_curve=[(0.0, 400.0), (1890.0, 500.0), (5729.578, 300.0)],
        forward_gears=[(4.25, 0.5, 0.65), (2.5, 0.5, 0.65)],
        steering_curve=[(0.0, 1.0), (120.0, 0.5)],
        wheels=[(3.5, 0.25, 70.0, 35.5, 1500.0, 0.0, 2.0, 17.0, 1000.0, (100.0, -80.0, 30.0))] * 4,
    )


def detailed_street(engine: Engine = Engine.UE4) -> Scene:
    """Return ten frames with doors, wheels, a bicycle, bones, physics, lights, weather and clocks.

    The hero opens its front left door in frame 3 (index 2) and closes it in frame 7; the weather clears up
    and the street light goes off in frame 6 (index 5). The recording ran at half the speed of the wall clock.
    """
    scene = Scene(engine, "Town10HD_Opt")
    for k in range(FRAMES):
        content = {
            packets.VISUAL_TIME: [(300.0 + 0.05 * k,)],
            packets.VEHICLE_DOOR: {
                2: [(HERO, VehicleDoor.FRONT_LEFT, True)],
                6: [(HERO, VehicleDoor.ALL, False)],
            }.get(k, []),
            packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.05 * k, TrafficLightState.RED)],
            packets.ANIM_VEHICLE: [(HERO, 0.1, 0.5, 0.0, False, 3), (OTHER, 0.0, 0.0, 1.0, True, 0)],
            packets.ANIM_WALKER: [(WALKER, 140.0)],
            packets.ANIM_VEHICLE_WHEELS: [
                (HERO, [(place, -3.5 if place < 2 else 0.0, -100.0 * k) for place in range(4)])
            ],
            packets.ANIM_BIKER: [(BICYCLE, 450.0, 0.25)],
            packets.KINEMATICS: [(HERO, (10.0, 0.0, 0.0), (0.0, 0.0, 5.0))],
            packets.PLATFORM_TIME: [(0.1 * k,)],
            packets.WALKER_BONES: [
                (
                    WALKER,
                    (
                        ("crl_root", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
                        ("crl_hips__C", (1.0, 2.0, 93.5), (10.0, 20.0, 30.0)),
                    ),
                )
            ],
        }
        if k in {0, 5}:
            on = k == 0
            content[packets.WEATHER] = [WEATHER if on else CLEARED_UP]
            content[packets.SCENE_LIGHT] = [(STREET_LIGHT, 9.0, 1.0, 0.5, 0.25, 1.0, on, LightGroup.STREET)]
        if k == 0:
            content[packets.SCENE_LIGHT] += [(WINDOW, 5.0, 1.0, 1.0, 1.0, 1.0, True, LightGroup.BUILDING)]
            content[packets.PHYSICS_CONTROL] = [physics(HERO)]
            content[packets.TRAFFIC_LIGHT_TIME] = [(LIGHT, 10.0, 3.0, 2.0)]
            content[packets.TRIGGER_VOLUME] = [
                (LIGHT, (1000.0, -450.0, 100.0), (150.0, 400.0, 50.0)),
                (SIGN, (1400.0, -450.0, 100.0), (100.0, 100.0, 50.0)),
            ]
        scene.frame(
            add=_cast() if k == 0 else [],
            poses=[
                pose(HERO, (0.5 * k, 0.0, 0.1)),
                pose(OTHER, (30.0, 2.0, 0.1)),
                pose(BICYCLE, (0.0, 4.0 + 0.2 * k, 0.1), (0.0, 90.0, 0.0)),
                pose(WALKER, (3.0, -4.0 + 0.07 * k, 0.9), (0.0, 90.0, 0.0)),
            ],
            boxes=[(WALKER, (0.0, 0.0, 0.0), (19.0, 19.0, 93.0))] if k == 0 else [],
            extra=content,
        )
    return scene


def _cast() -> list:
    return [
        actor(HERO, "vehicle.lincoln.mkz2017", (0.0, 0.0, 0.1), role_name="hero", color="10,20,30"),
        actor(OTHER, "vehicle.tesla.model3", (30.0, 2.0, 0.1), role_name="autopilot"),
        actor(BICYCLE, "vehicle.bh.crossbike", (0.0, 4.0, 0.1), (0.0, 90.0, 0.0), number_of_wheels="2"),
        actor(WALKER, "walker.pedestrian.0001", (3.0, -4.0, 0.9), (0.0, 90.0, 0.0)),
        actor(LIGHT, "traffic.traffic_light", (12.0, -5.0, 0.0), (0.0, 180.0, 0.0)),
        actor(SIGN, "traffic.speed_limit.30", (14.0, -5.0, 0.0), (0.0, 180.0, 0.0)),
    ]
