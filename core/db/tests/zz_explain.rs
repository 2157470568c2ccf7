//! temp
use sparkyard_db::{Db, DbConfig, Migration, ModuleMigrations, Routes, SurrealValue, Value};
#[tokio::test]
async fn explain() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let now = sparkyard_db::Timestamp::from_millis(1_772_474_640_000).unwrap();
    db.migrate(
        &[
            ModuleMigrations {
                module: "n",
                migrations: &[Migration {
                    name: "0001_n",
                    text: include_str!(
                        "../../../modules/notifications/schema/0001_notifications.surql"
                    ),
                }],
            },
            ModuleMigrations {
                module: "s",
                migrations: &[Migration {
                    name: "0001_s",
                    text: include_str!("../../../modules/site/schema/0001_site.surql"),
                }],
            },
        ],
        now,
    )
    .await
    .unwrap();
    #[derive(SurrealValue)]
    struct Row {
        id: String,
        receiver: String,
        kind: String,
        title: String,
        description: String,
        link: String,
        read: bool,
        created_at: sparkyard_db::Timestamp,
        position: String,
    }
    let rows: Vec<Row> = (0..300)
        .map(|i| Row {
            id: format!("n{i}"),
            receiver: format!("u{}", i % 3),
            kind: if i % 2 == 0 { "booking".into() } else { "follower".into() },
            title: String::new(),
            description: String::new(),
            link: String::new(),
            read: i % 5 == 0,
            created_at: now,
            position: format!("{:05}", 1000 - i),
        })
        .collect();
    db.write("x")
        .bind("rows", rows)
        .step("INSERT IGNORE INTO notice $rows")
        .run::<()>()
        .await
        .unwrap();
    let again = vec![
        Row {
            id: "n0".into(),
            receiver: "u0".into(),
            kind: "booking".into(),
            title: "changed".into(),
            description: String::new(),
            link: String::new(),
            read: true,
            created_at: now,
            position: "1".into(),
        },
        Row {
            id: "new".into(),
            receiver: "u9".into(),
            kind: "booking".into(),
            title: "new".into(),
            description: String::new(),
            link: String::new(),
            read: true,
            created_at: now,
            position: "1".into(),
        },
    ];
    db.write("x")
        .bind("rows", again)
        .step("INSERT IGNORE INTO notice $rows")
        .run::<()>()
        .await
        .unwrap();
    let t: Vec<String> =
        db.query("SELECT VALUE title + receiver FROM notice:n0, notice:new").fetch().await.unwrap();
    println!("IGNORE {t:?}");
    for q in [
        "SELECT *, record::id(id) AS id FROM notice WHERE receiver = 'u1' AND position > '00950' ORDER BY position LIMIT 3",
        "SELECT *, record::id(id) AS id FROM notice WHERE receiver = 'u1' AND position > '' ORDER BY position LIMIT 3",
        "SELECT *, record::id(id) AS id FROM notice WHERE receiver = 'u1' AND kind = 'booking' AND position > '' ORDER BY position LIMIT 3",
        "SELECT kind, count() AS n FROM notice WHERE receiver = 'u1' AND read = false GROUP BY kind",
        "SELECT VALUE id FROM notice WHERE created_at < d'2027-01-01T00:00:00Z' LIMIT 500",
        "SELECT VALUE follower FROM notice_follow WHERE following = 'a' AND active = true AND follower > '' ORDER BY follower LIMIT 20",
        "SELECT *, record::id(id) AS id FROM demo_mail WHERE position > '' ORDER BY position LIMIT 2",
        "SELECT *, record::id(id) AS id FROM demo_mail WHERE receiver = 'a' AND position > '' ORDER BY position LIMIT 2",
        "SELECT VALUE id FROM demo_mail ORDER BY position START 500",
        "SELECT *, record::id(id) AS id FROM audit WHERE newest >= -5 AND (newest > -5 OR record::id(id) > 'x') ORDER BY newest LIMIT 2",
        "SELECT *, record::id(id) AS id FROM audit WHERE newest >= -5 AND (newest != -5 OR record::id(id) > 'x') ORDER BY newest LIMIT 2",
        "SELECT VALUE active FROM type::record('notice_follow', ['a', 'b'])",
    ] {
        let plan = match db.query(format!("EXPLAIN {q}")).fetch::<Value>().await {
            Ok(v) => format!("{v:?}"),
            Err(e) => format!("ERR {e}"),
        };
        let plan2 = match db.query(format!("{q} EXPLAIN FULL")).fetch::<Value>().await {
            Ok(v) => format!("{v:?}"),
            Err(e) => format!("ERR {e}"),
        };
        println!("== {q}\n   {plan}\n   {plan2}");
        println!("   {:?}", db.query(q).fetch::<Value>().await.map(|v| v.len()));
    }
    let u = db.write("m").bind("ids", vec!["n1".to_string()]).step("LET $r = (UPDATE notice SET read = true WHERE receiver = 'u1' AND read = false RETURN AFTER)").returning("array::len($r)").run::<i64>().await;
    println!("upd {u:?}");
    println!("{:?}", db.query("SELECT kind, count() AS n FROM notice WHERE receiver = 'u1' AND read = false GROUP BY kind").fetch::<Value>().await);
}
