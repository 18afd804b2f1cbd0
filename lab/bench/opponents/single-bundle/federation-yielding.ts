import { nextTask } from '@bench/shell/platform/browser.ts'
import { pageLoader as bundleLoader } from './federation.ts'

/** In the place of host-shell's federation: the single bundle, with a task of its own between a remote's code and its start. */
export const pageLoader = () => {
  const loader = bundleLoader()
  return {
    ...loader,
    load: async (request: Parameters<typeof loader.load>[0]) => {
      const module = await loader.load(request)
      await nextTask()
      return module
    },
  }
}
