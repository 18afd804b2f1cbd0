import { RELEASE_ELEMENT_ID, releaseSchema, type Release } from '@atalaia/contracts'
import { browserPage, nextTask } from '../platform/browser.ts'
import { takeRenewal } from '../platform/session-server.ts'
import type { Platform } from '../platform/shell-context.ts'
import { describeOverrides } from './describe-overrides.ts'
import { startKernel } from './start-kernel.ts'

/** Needs no React: the kernel starts while React is on its way (M-SPEED-34). */
export const startPlatform = async (page: Document): Promise<Platform> => {
  // Each step in a task, so that the page answers in between.
  await nextTask()
  const renewal = takeRenewal()
  const release = await describeOverrides(readRelease(page), browserPage.fetch)
  await nextTask()
  return startKernel(release, await renewal)
}

/** Throws without a usable release. */
const readRelease = (page: Document): Release => {
  const text = page.getElementById(RELEASE_ELEMENT_ID)?.textContent
  if (!text) throw new Error('the page carries no release')
  const parsed = releaseSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`the page's release is unusable: ${parsed.error.message}`)
  return parsed.data
}
