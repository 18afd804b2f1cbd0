import type { CDPSession, Frame, Page } from '@playwright/test'

/** A global scope beside that of the page's own scripts, on the same document: nothing that runs there is a global of the page. */
export type World = {
  /** The value of an expression, once it is there; throws as the expression does. */
  run<Value>(expression: string): Promise<Value>
}

/** The session that a frame belongs to: one of its own where it has a process of its own, or that of its page. */
const openSession = async (place: Page | Frame): Promise<{ session: CDPSession; frameId: string }> => {
  const page = 'mainFrame' in place ? place : place.page()
  const ofPage = () => page.context().newCDPSession(page)
  const session = await page
    .context()
    .newCDPSession(place)
    .catch(() => ofPage())
  const { frameTree } = await session.send('Page.getFrameTree')
  const { frame = frameTree.frame } = frameTree.childFrames?.find(({ frame: { url } }) => url === place.url()) ?? {}
  return { session, frameId: frame.id }
}

/** Opens an isolated world in the page, or in a frame of it; it ends with the page. */
export const openWorld = async (place: Page | Frame): Promise<World> => {
  const { session, frameId } = await openSession(place)
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId })
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
