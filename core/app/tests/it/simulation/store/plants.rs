//! Bugs of the kind that a change of the schema could bring, defined over the schema of a test's
//! database.

use sparkyard_db::{Db, Migration, ModuleMigrations};
use sparkyard_kernel::Timestamp;

/// A booking's money is counted as paid, and stays in escrow.
pub(in crate::simulation) const ESCROW_STAYS: &str = "
    DEFINE FUNCTION OVERWRITE fn::wallet::settle($booking: int, $client: string, $provider: string,
        $unit: string, $to_client: int, $to_provider: int, $at: datetime) { RETURN NONE };
";

/// A balance is one more than its entries give.
pub(in crate::simulation) const BALANCE_DRIFTS: &str = "
    DEFINE EVENT planted ON ledger_entry
        WHEN $event = 'CREATE' AND $after.amount > 0 AND $after.reason = 'gift'
        THEN { UPDATE type::record('ledger_account', $after.account) SET balance += 1 };
";

/// Idempotency keys are forgotten at once.
pub(in crate::simulation) const KEYS_ARE_FORGOTTEN: &str = "
    DEFINE EVENT planted ON idempotency WHEN $event = 'CREATE' THEN { DELETE $after.id };
";

/// Every event is published twice, under two ids.
pub(in crate::simulation) const EVENTS_COME_TWICE: &str = "
    DEFINE FUNCTION OVERWRITE fn::core::publish($event: string, $name: string,
        $consumers: array<string>, $at: datetime, $payload: any) {
        FOR $consumer IN $consumers {
            FOR $id IN [$event, $event + 'x'] {
                LET $delivery = type::record('outbox', [$id, $consumer]);
                IF !record::exists($delivery) {
                    CREATE $delivery SET
                        event = $id, name = $name, consumer = $consumer, payload = $payload,
                        created_at = $at, due_at = $at, attempts = 0 RETURN NONE;
                };
            };
        };
        RETURN NONE;
    };
";

/// Requests of bookings are published to nobody.
pub(in crate::simulation) const REQUESTS_ARE_NOT_TOLD: &str = "
    DEFINE EVENT planted ON outbox WHEN $event = 'CREATE' AND $after.name = 'bookings.requested'
        THEN { DELETE $after.id };
";

/// A provider's hour can be taken twice.
pub(in crate::simulation) const HOURS_ARE_TAKEN_TWICE: &str = "
    DEFINE FUNCTION OVERWRITE fn::bookings::hold_slot($provider: string, $booking: int,
        $starts_at: datetime, $ends_at: datetime, $revision: int) { RETURN NONE };
";

/// The second message of a conversation is lost.
pub(in crate::simulation) const MESSAGES_ARE_LOST: &str = "
    DEFINE EVENT planted ON chat_message WHEN $event = 'CREATE' AND $after.seq = 2
        THEN { DELETE $after.id };
";

/// A completed booking is open again.
pub(in crate::simulation) const BOOKINGS_GO_BACK: &str = "
    DEFINE EVENT planted ON booking WHEN $event = 'UPDATE' AND $after.status = 'completed'
        THEN { UPDATE $after.id SET status = 'accepted' };
";

/// Plants a bug.
pub(in crate::simulation) async fn plant(db: &Db, text: &'static str, now: Timestamp) {
    // The list of migrations lives as long as the program.
    let migrations = Box::leak(Box::new([Migration { name: "0001_planted", text }]));
    let planted = ModuleMigrations { module: "planted", migrations };
    db.migrate(&[planted], now).await.unwrap();
}
