// Preloaded into a process that must end with its parent: when the channel between them closes, the process stops like
// by a signal. Listening would keep the process alive, hence the `unref` after it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
