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
