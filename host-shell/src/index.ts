import { nextTask } from './platform/browser.ts'
import { startPlatform } from './start/start-platform.ts'

// The modules of the shell run in tasks of their own, so that the page answers in between. All their files are preloaded.
const start = async () => {
  const starting = startPlatform(document)
  // `bootstrap` shows its failure.
  starting.catch(() => {})
  await import('react-dom/client')
  await nextTask()
  await import('@atalaia/react/router')
  await nextTask()
  const { bootstrap } = await import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')
  await bootstrap(starting)
}

// Thrown where no promise catches it, an error of the modules themselves reaches the page's own script (M-FAIL-23).
start().catch((error: unknown) =>
  setTimeout(() => {
    throw error
  }),
)
