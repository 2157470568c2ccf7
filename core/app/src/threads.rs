use std::{process::ExitCode, time::Duration};

/// The database runs queries by deep recursion; the usual 2 MiB of a thread is not enough for
/// nested functions, least of all in an unoptimised build.
const STACK_BYTES: usize = 16 * 1024 * 1024;
/// How long threads may take to end once everything is done.
const FAREWELL: Duration = Duration::from_secs(2);

/// Runs `work` on threads that are fit for the database; what came of it.
pub fn run_to_end(work: impl Future<Output = ExitCode> + Send + 'static) -> ExitCode {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    match builder.enable_all().thread_stack_size(STACK_BYTES).build() {
        // Spawned, because the main thread's stack is not ours to size.
        Ok(runtime) => {
            let code =
                runtime.block_on(async { tokio::spawn(work).await.unwrap_or(ExitCode::FAILURE) });
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
