// Loaded first (node --import) in a process that must not outlive the one that started it: when the parent is
// killed it can send no signal, but the channel between the two closes.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone keeps no process running.
  process.channel.unref()
}
