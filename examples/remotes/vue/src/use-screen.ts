import type { ScreenContext } from '@atalaia/contracts'
import { inject, type InjectionKey } from 'vue'

export const SCREEN: InjectionKey<ScreenContext> = Symbol('screen')

export const useScreen = (): ScreenContext => {
  const screen = inject(SCREEN)
  if (!screen) throw new Error('no screen above')
  return screen
}
