import { Link } from '@atalaia/react/router'
import { BrandMark, Icon, type IconName } from '@atalaia/ui'
import { useId, type ReactNode } from 'react'
import { useShell } from '../platform/shell-context.ts'

export type LonePageProps = {
  /** True: the drawing's light burns. Default: true. */
  readonly lit?: boolean
  readonly children: ReactNode
}

export const LonePage = ({ lit = true, children }: LonePageProps) => {
  const { brand } = useShell().release.config
  return (
    <main className="shell-lone" id="conteudo" tabIndex={-1}>
      <div className="shell-lone-column">
        <Link className="shell-lone-brand" to="/">
          <Brand name={brand} />
        </Link>
        <LoneCard lit={lit}>{children}</LoneCard>
      </div>
    </main>
  )
}

/**
 * A lone page before the shell's start (P-ROUTE-14): no heading, link or field. The gateway
 * replaces `%BRAND%`.
 */
export const WaitingLonePage = ({ lit = true, children }: LonePageProps) => (
  <main className="shell-lone" aria-busy="true" data-waiting="whole">
    <div className="shell-lone-column">
      <div className="shell-lone-brand">
        <Brand name="%BRAND%" />
      </div>
      <LoneCard lit={lit}>{children}</LoneCard>
    </div>
  </main>
)

const Brand = ({ name }: { readonly name: string }) => (
  <>
    <BrandMark size={32} />
    {name}
  </>
)

export const LoneCard = ({ lit = true, children }: LonePageProps) => (
  <div className="shell-lone-card">
    <Tower lit={lit} />
    {children}
  </div>
)

export const WaitingButton = ({ icon, children }: { readonly icon?: IconName; readonly children: string }) => (
  <span className="btn ui-button shell-waiting-button" aria-hidden="true">
    {icon && <Icon name={icon} />}
    <span className="ui-button__label">{children}</span>
  </span>
)

const Tower = ({ lit }: Required<Pick<LonePageProps, 'lit'>>) => {
  const beam = useId()
  return (
    <svg className="shell-lost-light" viewBox="0 0 240 84" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={beam} gradientUnits="userSpaceOnUse" x1="44" y1="0" x2="240" y2="0">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.4" />
          <stop offset="0.6" stopColor="currentColor" stopOpacity="0.1" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {lit && <path fill={`url(#${beam})`} d="M44 22 240 -8v68z" />}
      <path className="shell-lost-line shell-lost-faint" d="M146 76v-6M172 76v-10M200 76v-4" />
      <path className="shell-lost-line" d="M0 76h240M28 76l6-44h20l6 44M32 32h24M36 32V18l8-8 8 8v14" />
      <circle className={lit ? 'shell-lost-lamp' : 'shell-lost-line'} cx="44" cy="22" r="4" />
    </svg>
  )
}
