mod demo;

fn main() -> anyhow::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| anyhow::anyhow!("usage: vouch DEMO_FILE"))?;
    demo::create(std::path::Path::new(&path))
}
