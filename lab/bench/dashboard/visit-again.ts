import type { Browser } from '@playwright/test'
import type { Edition } from '../opponents/webpack-build.ts'
import { newVisitor, noNetwork, open, PHONE, slowNetwork, type Visit } from './visit.ts'

export type Address = { readonly name: string; readonly url: string }

export type Deployed = Address & { readonly deploy: (edition: Edition) => Promise<void> }

export type VisitsAgain = {
  readonly warm: Visit
  readonly changed: Visit
}

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
