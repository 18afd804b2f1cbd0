import type { Mount, MountedScreen, RemoteContext, RemoteRoute, Unsubscribe } from '@atalaia/contracts'
import { basenameOf, reasonOf } from '@atalaia/kernel'
import { RemoteProvider, SlotProvider, useRemoteContext } from '@atalaia/react'
import { useLocation, useNavigate } from '@atalaia/react/router'
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { nextTask } from '../platform/browser.ts'
import type { Content } from './open-part.ts'

type ScreenProps = {
  readonly content: Content
  readonly context: RemoteContext
  readonly path: RemoteRoute['path']
  readonly renderSlot: (name: string) => ReactNode
  /** Confirms the version once the screen stands. Stable for one content. */
  readonly confirm: () => void
}

export const Screen = ({ content, context, path, renderSlot, confirm }: ScreenProps) => (
  <SlotProvider render={renderSlot}>
    <RemoteProvider context={context}>
      {'mount' in content ? (
        <MountedContent mount={content.mount} path={path} renderSlot={renderSlot} confirm={confirm} />
      ) : (
        <RenderedContent Component={content.Component} confirm={confirm} />
      )}
    </RemoteProvider>
  </SlotProvider>
)

const RenderedContent = ({ Component, confirm }: { Component: ComponentType; confirm: () => void }) => {
  useEffect(() => {
    let left = false
    // An effect of the first commit may throw: then this is taken down before the next task.
    void nextTask().then(() => left || confirm())
    return () => {
      left = true
    }
  }, [confirm])
  return <Component />
}

type MountedProps = { readonly mount: Mount } & Pick<ScreenProps, 'path' | 'renderSlot' | 'confirm'>

type ShownSlot = { readonly key: string; readonly name: string; readonly holder: HTMLElement }

const MountedContent = ({ mount, path, renderSlot, confirm }: MountedProps) => {
  const place = useRef<HTMLDivElement>(null)
  const context = useRemoteContext()
  const addresses = useAddresses()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Error>()
  const [slots, setSlots] = useState<readonly ShownSlot[]>([])

  useEffect(() => {
    // Of its own for each mount: what an unmount leaves behind is gone with it.
    const element = document.createElement('div')
    place.current?.append(element)
    const subscriptions: Unsubscribe[] = []
    let left = false
    let shownSlots = 0
    let mounted: MountedScreen | undefined
    const fail = (thrown: unknown) => {
      if (!left) setFailure(thrown instanceof Error ? thrown : new Error(reasonOf(thrown)))
    }
    const showSlot = (name: string, into: HTMLElement): Unsubscribe => {
      // The shell's own element, so that the framework around it may do with its element what it likes.
      const shown = { key: `${(shownSlots += 1)}`, name, holder: document.createElement('div') }
      const end = () => {
        shown.holder.remove()
        setSlots((others) => others.filter((other) => other !== shown))
      }
      if (left) return end
      into.append(shown.holder)
      setSlots((others) => [...others, shown])
      subscriptions.push(end)
      return end
    }
    const unmount = () => {
      for (const end of subscriptions) end()
      try {
        mounted?.unmount()
      } catch (error) {
        context.logger.error(`a screen did not unmount: ${reasonOf(error)}`)
      }
      element.remove()
    }
    const begin = async () => {
      const navigation = {
        basename: basenameOf(path, addresses.current()),
        current: addresses.current,
        subscribe: (listener: (address: string) => void) => {
          const end = addresses.subscribe(listener)
          subscriptions.push(end)
          return end
        },
        navigate: (address: string, { replace = false } = {}) => void navigate(address, { replace }),
      }
      const locale = document.documentElement.lang
      mounted = await mount(element, { ...context, navigation, locale, fail, slot: showSlot })
      if (typeof mounted?.unmount !== 'function') throw new Error('its mount returned nothing to unmount')
      if (left) unmount()
      else confirm()
    }
    begin().catch(fail)
    return () => {
      left = true
      unmount()
    }
  }, [mount, path, context, addresses, navigate, confirm])

  if (failure) throw failure
  return (
    <>
      <div ref={place} />
      {slots.map(({ key, name, holder }) => createPortal(renderSlot(name), holder, key))}
    </>
  )
}

const useAddresses = () => {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  const [store] = useState(() => createAddresses(address))
  useEffect(() => store.set(address), [store, address])
  return store
}

const createAddresses = (first: string) => {
  const listeners = new Set<(address: string) => void>()
  let shown = first
  return {
    current: () => shown,
    subscribe: (listener: (address: string) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: (address: string) => {
      if (address === shown) return
      shown = address
      for (const listener of listeners) listener(address)
    },
  }
}
