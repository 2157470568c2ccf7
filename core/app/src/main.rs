//! The `sparkyard` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Queries allocate much and briefly: with the system's allocator the server answers a third
/// fewer of them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The database runs queries by deep recursion; the usual 2 MiB of a thread is not enough for
/// nested functions, least of all in an unoptimised build.
const STACK_BYTES: usize = 16 * 1024 * 1024;

fn main() -> ExitCode {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    match builder.enable_all().thread_stack_size(STACK_BYTES).build() {
        // Spawned, because the main thread's stack is not ours to size.
        Ok(runtime) => runtime.block_on(async {
            tokio::spawn(sparkyard::cli::run()).await.unwrap_or(ExitCode::FAILURE)
        }),
        Err(error) => {
            eprintln!("sparkyard: starting its threads: {error}");
            ExitCode::FAILURE
        }
    }
}
