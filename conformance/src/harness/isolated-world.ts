import type { Page } from '@playwright/test'

/** A global scope beside that of the page's own scripts, on the same document: nothing that runs there is a global of the page. */
export type World = {
  /** The value of an expression, once it is there; throws as the expression does. */
  run<Value>(expression: string): Promise<Value>
}

/** Opens an isolated world in the page; it ends with the page. */
export const openWorld = async (page: Page): Promise<World> => {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  return {
    run: async (expression) => {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
  }
}
