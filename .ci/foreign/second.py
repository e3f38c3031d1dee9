"""Two bots of botmine (PyPI), a client written apart from mineflayer and azalea, walk, dig and chat in a practice world.

    python second.py --port P

One PASS or FAIL line a step; the exit status is the number of failures. What botmine does not read by itself (changed
blocks, teleports) or takes for something else (the number in front of a chat message, for the length of a text) is read
here from its packets.
"""

import argparse
import math
import select
import sys
import time

import botmine
from botmine.protocol import PacketBuffer

# Clientbound packets of protocol 775, by their place in minecraft-data's protocol description.
BLOCK_UPDATE = 0x08
CONTAINER_SET_SLOT = 0x14
PLAYER_CHAT = 0x41
PLAYER_POSITION = 0x48

AIR = 0


def unpack(position):
    """x, y and z of a packed block position."""
    signed = lambda value, bits: value - (1 << bits) if value >> (bits - 1) else value
    position &= (1 << 64) - 1
    return signed(position >> 38, 26), signed(position & 0xFFF, 12), signed(position >> 12 & 0x3FFFFFF, 26)


class Bot(botmine.Bot):
    """A bot that remembers what its library overlooks."""

    def __init__(self, name, port):
        self.blocks = {}
        self.teleports = 0
        self.slots = 0
        self.heard = []
        super().__init__("127.0.0.1", port, nickname=name, version="26.1")

    def _handle_play_packet(self, packet_id, payload):
        if packet_id == BLOCK_UPDATE:
            packet = PacketBuffer(payload)
            place = unpack(packet.read_long())
            self.blocks[place] = packet.read_varint()
        if packet_id == PLAYER_CHAT:
            self.heard.append(payload.decode("utf-8", errors="ignore"))
            return
        self.teleports += packet_id == PLAYER_POSITION
        self.slots += packet_id == CONTAINER_SET_SLOT
        super()._handle_play_packet(packet_id, payload)

    def live(self):
        """Reads what has come, and moves. Only once a packet has begun: the library loses half of one it waits for."""
        while select.select([self._connection._sock], [], [], 0)[0]:
            self.tick(timeout=5)
        self._tick_movement()


class Check:
    def __init__(self):
        self.passed = self.failed = 0
        self.bots = []

    def until(self, found, missing, seconds=10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for bot in self.bots:
                bot.live()
            if found():
                return
            time.sleep(0.02)
        raise AssertionError(missing())

    def walk(self, bot, x, y, z):
        """botmine stops 0.6 blocks short of where it is told to go, and never quite: aim beyond, and see for oneself."""
        away = math.hypot(x - bot.x, z - bot.z)
        beyond = 1 + 0.6 / away if away > 0.01 else 1
        bot.goto(x=bot.x + (x - bot.x) * beyond, y=y, z=bot.z + (z - bot.z) * beyond)
        there = lambda: math.hypot(x - bot.x, z - bot.z) < 0.05 and abs(y - bot.y) < 0.1
        self.until(there, lambda: f"still at {bot.position()}, bound for {(x, y, z)}")
        bot._goto_target = None

    def step(self, name, play):
        try:
            told = play()
            self.passed += 1
            print("PASS", name, f"- {told}" if told else "", flush=True)
        except Exception as error:  # whatever it was, the next step may still go
            self.failed += 1
            print("FAIL", name, "-", type(error).__name__, error, flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--port", type=int, default=25900)
    port = arguments.parse_args().port
    check = Check()

    def status():
        answer = botmine.get_status("127.0.0.1", port)
        assert answer.protocol == 775, f"protocol {answer.protocol}"
        return f"{answer.version_name}, {answer.players_online} of {answer.players_max} players"

    def join():
        for name in ("miner", "watcher"):
            check.bots.append(Bot(name, port))
            check.until(lambda: check.bots[-1].teleports > 0 and check.bots[-1].health == 20, lambda: "never spawned")
        miner, watcher = check.bots
        seen = lambda: any(entity["name"] == "miner" for entity in watcher._entities.values() if "name" in entity)
        check.until(seen, lambda: f"watcher sees {watcher._entities}")
        return f"at {miner.position()}, players {miner.players() + watcher.players()}"

    def walk():
        miner, watcher = check.bots
        x, y, z = miner.position()
        before = miner.teleports
        for goal in ((x + 3, z), (x + 3, z + 2), (x, z)):
            check.walk(miner, goal[0], y, goal[1])
            seen = lambda: next(e for e in watcher._entities.values() if e.get("name") == "miner")
            near = lambda: abs(seen()["x"] - miner.x) + abs(seen()["z"] - miner.z) < 0.01
            check.until(near, lambda: f"miner at {miner.position()}, watcher sees {seen()}")
        assert miner.teleports == before, f"put back {miner.teleports - before} times"
        return f"back at {miner.position()}"

    def dig():
        miner, watcher = check.bots
        x, y, z = (int(part // 1) for part in miner.position())
        place, slots = (x + 1, y - 1, z), miner.slots
        miner.look_at(x=x + 1.5, y=y - 0.5, z=z + 0.5)
        began = time.monotonic()
        miner.destroy(*place)
        miner._look_target = None
        for bot in (miner, watcher):
            check.until(lambda: bot.blocks.get(place) == AIR, lambda: f"{bot.nickname} saw {bot.blocks}")
        took = time.monotonic() - began
        check.walk(miner, x + 1.5, y, z + 0.5)
        check.walk(miner, x + 1.5, y - 1, z + 0.5)
        check.until(lambda: miner.slots > slots, lambda: f"nothing was picked up at {miner.position()}")
        return f"{place} in {took:.2f} s, {len(miner.inventory())} slots filled"

    def chat():
        miner, watcher = check.bots
        for speaker, listener in ((miner, watcher), (watcher, miner)):
            words = f"this is {speaker.nickname}"
            speaker.say(words)
            check.until(lambda: any(words in heard for heard in listener.heard), lambda: f"heard {listener.heard}")

    def stay():
        before = len(check.bots)
        end = time.monotonic() + 12  # longer than from one sign of life to the next
        check.until(lambda: time.monotonic() > end, lambda: "", 20)
        assert all(bot.connected for bot in check.bots) and before == 2, "somebody was dropped"

    for name, play in (
        ("the world says how it is", status),
        ("two join and see each other", join),
        ("one walks and is believed", walk),
        ("one digs and picks up", dig),
        ("they chat", chat),
        ("they stay", stay),
    ):
        check.step(name, play)
    for bot in check.bots:
        bot.leave()
    print(f"{check.passed} of {check.passed + check.failed} steps passed")
    return check.failed


if __name__ == "__main__":
    sys.exit(main())
