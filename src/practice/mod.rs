pub struct WorldConfig {
    pub bind: std::net::SocketAddr,
    pub seed: u64,
    pub tick_rate: f32,
    pub give: Vec<(String, u32)>,
    pub view_distance: u32,
}
pub struct PracticeWorld;
impl PracticeWorld {
    pub fn start(_c: WorldConfig) -> std::io::Result<Self> {
        todo!()
    }
    pub fn address(&self) -> std::net::SocketAddr {
        todo!()
    }
    pub fn stop(self) {}
}
pub struct Game;
impl Game {
    pub fn spawn(&self) -> crate::domain::BlockPos {
        todo!()
    }
    pub fn block(&self, _p: crate::domain::BlockPos) -> u16 {
        todo!()
    }
}
impl PracticeWorld {
    pub fn with<R: Send + 'static>(&self, _f: impl FnOnce(&mut Game) -> R + Send + 'static) -> R {
        todo!()
    }
}
