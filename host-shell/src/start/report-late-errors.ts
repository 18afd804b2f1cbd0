import type { Logger } from '@atalaia/contracts'
import { reasonOf, RemoteError, type Kernel } from '@atalaia/kernel'

/** Logs uncaught errors of event handlers, timers and promises with the name of the remote that they come from. */
export const reportLateErrors = <Route>(kernel: Kernel<Route>, logger: Logger): void => {
  const report = (thrown: unknown, source: string) => {
    const trace = `${source}\n${thrown instanceof Error ? thrown.stack : ''}`
    for (const remote of kernel.remotes.values()) {
      const state = remote.state()
      if (state.status !== 'ready') continue
      const { descriptor } = state.running
      const mine = descriptor.artifact.files.some(({ path }) => path.endsWith('.js') && trace.includes(`/${path}`))
      if (mine) return logger.error(new RemoteError(descriptor, 'event', reasonOf(thrown)).message)
    }
  }
  addEventListener('error', (event) => report(event.error ?? event.message, event.filename))
  addEventListener('unhandledrejection', (event) => report(event.reason, ''))
}
