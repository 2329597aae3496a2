// Preloaded into a process that must not outlive the one that started it: when the channel between them closes, the
// process stops, as by a signal. Listening would keep the process alive, hence the `unref` after it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
