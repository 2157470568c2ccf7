//! The `sparkyard` command.

use std::{process::ExitCode, time::Duration};

use mimalloc::MiMalloc;
use sparkyard_files::{RENDER_PICTURE, render_picture};

/// Queries allocate much and briefly: with the system's allocator the server answers a third
/// fewer of them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The database runs queries by deep recursion; the usual 2 MiB of a thread is not enough for
/// nested functions, least of all in an unoptimised build.
const STACK_BYTES: usize = 16 * 1024 * 1024;
/// How long threads may take to end once everything is done.
const FAREWELL: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    // One picture is read in a process of its own, which needs nothing of the server.
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == RENDER_PICTURE) {
        return render_picture(&arguments.next().unwrap_or_default());
    }
    serve()
}

fn serve() -> ExitCode {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    match builder.enable_all().thread_stack_size(STACK_BYTES).build() {
        // Spawned, because the main thread's stack is not ours to size.
        Ok(runtime) => {
            let code = runtime.block_on(async {
                tokio::spawn(sparkyard::cli::run()).await.unwrap_or(ExitCode::FAILURE)
            });
            // Everything is saved: what still runs on the side must not keep the process.
            runtime.shutdown_timeout(FAREWELL);
            code
        }
        Err(error) => {
            eprintln!("sparkyard: starting its threads: {error}");
            ExitCode::FAILURE
        }
    }
}
