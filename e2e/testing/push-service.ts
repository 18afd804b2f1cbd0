import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import type { Page } from '@playwright/test'

type Keys = { readonly endereco: string; readonly p256dh: string; readonly auth: string }

const isKeys = (value: unknown): value is Keys => typeof value === 'object' && value !== null && 'endereco' in value

export const startPushService = async () => {
  const child = fork(join(root, 'leak-api/testing/push-service-process.ts'), [], { execArgv: [] })
  const [keys] = await once(child, 'message')
  if (!isKeys(keys)) throw new Error('the push service told no address')
  return {
    keys,
    next: async () => String((await once(child, 'message'))[0]),
    stop: () => child.kill(),
  }
}

/**
 * Replaces the push service: Chromium uses Google's alone, which tests do not reach. All further
 * steps are the browser's.
 */
export const subscribeAt = (page: Page, keys: Keys) =>
  page.addInitScript(({ endereco: endpoint, p256dh, auth }) => {
    const subscription = { endpoint, options: {}, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) }
    Object.assign(PushManager.prototype, { subscribe: async () => subscription })
  }, keys)
