use std::{process::ExitCode, time::Duration};

/// Stack size of worker threads. The database evaluates queries by deep recursion; the default of 2
/// MiB is too small for nested functions, especially in a debug build.
const STACK_BYTES: usize = 16 * 1024 * 1024;
/// Time that threads get to end after the work is done.
const FAREWELL: Duration = Duration::from_secs(2);

/// Runs `work` on threads with a stack large enough for the database; returns the exit code.
pub fn run_to_end(work: impl Future<Output = ExitCode> + Send + 'static) -> ExitCode {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    match builder.enable_all().thread_stack_size(STACK_BYTES).build() {
        // Spawned, because the size of the main thread's stack is not ours to set.
        Ok(runtime) => {
            let code =
                runtime.block_on(async { tokio::spawn(work).await.unwrap_or(ExitCode::FAILURE) });
            // Everything is saved, so background tasks must not delay the exit.
            runtime.shutdown_timeout(FAREWELL);
            code
        }
        Err(error) => {
            eprintln!("sparkyard: starting its threads: {error}");
            ExitCode::FAILURE
        }
    }
}
