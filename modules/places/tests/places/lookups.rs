//! Duration of lookups with a realistic number of names and postcodes.

use std::time::{Duration, Instant};

use super::{TestApp, column, import, json, search};

/// Generous, for an unoptimised build on a busy machine; `cargo xtask bench` measures the release
/// build with files of full size.
const LIMIT: Duration = Duration::from_millis(500);
const ROUNDS: u32 = 20;

#[tokio::test]
async fn lookups_are_fast_in_large_imports() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    sparkyard_opendata::geonames(&file("GB.zip"), 30_000).unwrap();
    sparkyard_opendata::code_point(&file("codepo_gb.zip"), 60_000).unwrap();
    for name in ["GB.zip", "codepo_gb.zip"] {
        import(&app, &file(name)).await.unwrap();
    }
    // The first search loads the names into memory.
    search(&ana, "otley").await;
    for (text, label) in [
        ("SW1A 1AA", "SW1A 1AA, London"),
        ("sw1a1aa", "SW1A 1AA, London"),
        ("Otley", "Otley, West Yorkshire"),
        ("Truro", "Truro, Cornwall"),
        ("t", "Truro, Cornwall"),
    ] {
        let started = Instant::now();
        for _ in 0..ROUNDS {
            let found = search(&ana, text).await;
            assert!(!found.as_array().unwrap().is_empty(), "{text}");
            if text.len() > 1 {
                assert_eq!(column(&found, "label")[0], label);
            }
        }
        let each = started.elapsed() / ROUNDS;
        println!("{text:?} took {each:?}");
        assert!(each < LIMIT, "{text:?} took {each:?}");
    }
    assert_eq!(search(&ana, "zzz").await, json!([]));
}
