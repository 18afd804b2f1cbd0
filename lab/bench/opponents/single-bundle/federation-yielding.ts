import { nextTask } from '@bench/shell/platform/browser.ts'
import { pageLoader as bundleLoader } from './federation.ts'

/** Replaces federation by the single bundle, with a task between a remote's code and its start. */
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
