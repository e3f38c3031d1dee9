//! Rain and thunder, which come and go with the ticks or by command. Clients are shown them (`game::weather`); in this world
//! they make it dark enough for sleep, and nothing else: no lightning, no snow, no fire is put out.
//!
//! How long each lasts is of the Minecraft Wiki (Weather), SteelMC and Pumpkin (weather) agreeing; how fast it grows and when
//! it counts as rain is of Pumpkin (weather) and the Wiki (Rain, Thunderstorm).

use std::ops::RangeInclusive;

use azalea_protocol::packets::game::{ClientboundGameEvent, c_game_event::EventType};

use crate::rng::Rng;

/// Ticks of clear sky, of rain, and of thunder.
const CLEAR: RangeInclusive<i32> = 12_000..=180_000;
const RAIN: RangeInclusive<i32> = 12_000..=24_000;
const THUNDER: RangeInclusive<i32> = 3_600..=15_600;

/// Rain and thunder grow and fade by a hundredth a tick; from so many hundredths on it rains, and thunders.
const WHOLE: i32 = 100;
const RAINS: i32 = 20;
const THUNDERS: i32 = 90;

/// Kinds of weather, as a command asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Clear,
    Rain,
    Thunder,
}

/// What the sky is about to do: all that is saved of it. Times are in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sky {
    pub raining: bool,
    pub thundering: bool,
    /// Until rain begins or ends, and thunder; 0 is not decided yet.
    pub rain_time: i32,
    pub thunder_time: i32,
    /// That a command keeps the sky clear.
    pub clear_time: i32,
}

impl Sky {
    fn asked(kind: Kind, ticks: i32) -> Self {
        let time = if kind == Kind::Clear { 0 } else { ticks };
        Self {
            raining: kind != Kind::Clear,
            thundering: kind == Kind::Thunder,
            rain_time: time,
            thunder_time: time,
            clear_time: ticks - time,
        }
    }

    fn pass_tick(&mut self, rng: &mut Rng) {
        if self.clear_time > 0 {
            let clear_time = self.clear_time - 1;
            *self = Self { clear_time, rain_time: 1, thunder_time: 1, ..Self::default() };
            return;
        }
        let mut draw = |range: RangeInclusive<i32>| rng.range(*range.start(), *range.end());
        let mut turn = |on: &mut bool, time: &mut i32, lasts: RangeInclusive<i32>| match *time {
            ..=0 => *time = draw(if *on { lasts } else { CLEAR }),
            left => {
                *time = left - 1;
                *on ^= left == 1;
            }
        };
        turn(&mut self.thundering, &mut self.thunder_time, THUNDER);
        turn(&mut self.raining, &mut self.rain_time, RAIN);
    }
}

/// The sky, and how much of it shows.
#[derive(Clone, Debug)]
pub(crate) struct Weather {
    pub sky: Sky,
    /// Hundredths.
    rain: i32,
    thunder: i32,
    /// Its own, so that drops do not depend on the weather.
    rng: Rng,
}

impl Weather {
    /// As it was saved; rain and thunder that last show at once.
    pub fn new(sky: Sky, seed: u64) -> Self {
        let whole = |on: bool| if on { WHOLE } else { 0 };
        Self { sky, rain: whole(sky.raining), thunder: whole(sky.thundering), rng: Rng::new(seed ^ 0x7261_696e) }
    }

    /// As a command wants it, for so many ticks or for as long as such weather lasts.
    pub fn ask(&mut self, kind: Kind, ticks: Option<i32>) {
        let lasts = match kind {
            Kind::Clear => CLEAR,
            Kind::Rain => RAIN,
            Kind::Thunder => THUNDER,
        };
        let ticks = ticks.unwrap_or_else(|| self.rng.range(*lasts.start(), *lasts.end()));
        self.sky = Sky::asked(kind, ticks);
    }

    pub fn rains(&self) -> bool {
        self.rain > RAINS
    }

    /// There is no thunder without rain.
    pub fn thunders(&self) -> bool {
        self.rain * self.thunder > THUNDERS * WHOLE
    }

    pub fn levels(&self) -> [ClientboundGameEvent; 2] {
        let part = |hundredths: i32| hundredths as f32 / WHOLE as f32;
        [
            ClientboundGameEvent { event: EventType::RainLevelChange, param: part(self.rain) },
            ClientboundGameEvent { event: EventType::ThunderLevelChange, param: part(self.thunder) },
        ]
    }

    /// One tick; returns what clients must be told.
    pub fn pass_tick(&mut self, advances: bool) -> Vec<ClientboundGameEvent> {
        if advances {
            self.sky.pass_tick(&mut self.rng);
        }
        let (rained, before) = (self.rains(), [self.rain, self.thunder]);
        let grown = |level: i32, on: bool| (level + if on { 1 } else { -1 }).clamp(0, WHOLE);
        self.rain = grown(self.rain, self.sky.raining);
        self.thunder = grown(self.thunder, self.sky.thundering);
        let levels = self.levels().into_iter().zip(before.into_iter().zip([self.rain, self.thunder]));
        let mut told: Vec<_> = levels.filter(|(_, (before, now))| before != now).map(|(level, _)| level).collect();
        if rained != self.rains() {
            let event = if rained { EventType::StopRaining } else { EventType::StartRaining };
            told.push(ClientboundGameEvent { event, param: 0.0 });
            told.extend(self.levels());
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(weather: &mut Weather, ticks: u32) -> Vec<ClientboundGameEvent> {
        (0..ticks).flat_map(|_| weather.pass_tick(true)).collect()
    }

    #[test]
    fn rain_grows_counts_and_fades() {
        let mut weather = Weather::new(Sky::asked(Kind::Rain, 200), 1);
        (weather.rain, weather.thunder) = (0, 0);
        let told = ticks(&mut weather, 21);
        assert_eq!(told.iter().filter(|told| told.event == EventType::RainLevelChange).count(), 21 + 1);
        assert_eq!(told.iter().filter(|told| told.event == EventType::StartRaining).count(), 1);
        assert!(weather.rains() && !weather.thunders());
        ticks(&mut weather, 178);
        assert!(weather.sky.raining);
        ticks(&mut weather, 1);
        assert!(!weather.sky.raining && weather.rains(), "it fades");
        let told = ticks(&mut weather, 99);
        assert_eq!(told.iter().filter(|told| told.event == EventType::StopRaining).count(), 1);
        assert_eq!(ticks(&mut weather, 50), [], "clear, and nothing more to tell");
    }

    /// Minecraft Wiki, Weather: a new world is clear for half a day to seven and a half.
    #[test]
    fn weather_comes_and_goes_by_itself() {
        let mut weather = Weather::new(Sky::default(), 26);
        ticks(&mut weather, 12_000);
        assert!(!weather.sky.raining);
        let mut rainy = 0;
        for _ in 0..2_000_000 {
            weather.sky.pass_tick(&mut weather.rng);
            rainy += u32::from(weather.sky.raining);
        }
        // 18,000 of 114,000 ticks on average.
        assert!((150_000..600_000).contains(&rainy), "{rainy}");
    }

    #[test]
    fn a_clear_sky_that_was_asked_for_lasts() {
        let mut weather = Weather::new(Sky::asked(Kind::Thunder, 500), 1);
        assert!(weather.thunders());
        weather.sky = Sky::asked(Kind::Clear, 100);
        ticks(&mut weather, 100);
        assert_eq!((weather.rains(), weather.thunders(), weather.sky.clear_time), (false, false, 0));
    }
}
