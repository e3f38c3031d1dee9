//! What players do is counted, and told to clients that ask.

use azalea_protocol::packets::game::c_award_stats::Stat;
use azalea_registry::builtin::CustomStat;

use crate::{game::Game, items::stack::Stack, net::inbound::ConnectionId, players::player::Player};

impl Game {
    /// Time goes by for everyone.
    pub(crate) fn tick_statistics(&mut self) {
        for player in self.players.values_mut() {
            let (alive, awake, bent) = (player.is_alive(), player.asleep.is_none(), player.sneaking);
            let statistics = &mut player.statistics;
            statistics.count(CustomStat::PlayTime, 1);
            statistics.count(CustomStat::TotalWorldTime, 1);
            statistics.count(CustomStat::TimeSinceDeath, alive.into());
            statistics.count(CustomStat::SneakTime, bent.into());
            statistics.count(CustomStat::TimeSinceRest, awake.into());
        }
    }

    /// Answers a client that opens its statistics.
    pub(super) fn tell_statistics(&mut self, id: ConnectionId) {
        if let Some(player) = self.players.get_mut(&id) {
            let news = player.statistics.news();
            player.link.send(news);
        }
    }
}

impl Player {
    /// Takes note that something in the hand was used.
    pub fn count_use(&mut self, stack: &Stack) {
        self.statistics.count_item(Stat::Used, stack, 1);
    }

    pub fn count_throw(&mut self, stack: &Stack) {
        self.statistics.count_item(Stat::Dropped, stack, stack.count);
        self.statistics.count(CustomStat::Drop, 1);
    }
}
