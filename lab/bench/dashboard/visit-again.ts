import type { Browser } from '@playwright/test'
import type { Edition } from '../opponents/webpack-build.ts'
import { newVisitor, noNetwork, open, PHONE, slowNetwork, type Visit } from './visit.ts'

/** A variant of the page, by its name. */
export type Address = { readonly name: string; readonly url: string }

/** A variant that can be put to the version of the workspace, and to the next version of one remote. */
export type Deployed = Address & { readonly deploy: (edition: Edition) => Promise<void> }

export type VisitsAgain = {
  /** A visit of somebody who was here before. */
  readonly warm: Visit
  /** The visit after that, when one remote has a new version. */
  readonly changed: Visit
}

/** Opens the dashboard three times in one browser on slow 4G: to fill its cache, again, and after one remote has changed. */
export const visitAgain = async (browser: Browser, { url, deploy }: Deployed, token: string): Promise<VisitsAgain> => {
  await deploy('current')
  const context = await newVisitor(browser, { url, token, screen: PHONE })
  try {
    await open(context, { url, network: noNetwork, untilIdle: true })
    const warm = await open(context, { url, network: slowNetwork })
    await deploy('next')
    return { warm, changed: await open(context, { url, network: slowNetwork }) }
  } finally {
    await context.close()
    await deploy('current')
  }
}
