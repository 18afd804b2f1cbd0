import type { CDPSession, Frame, Page } from '@playwright/test'

/** A separate global scope on the same document: adds no page globals. */
export type World = {
  run<Value>(expression: string): Promise<Value>
}

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
