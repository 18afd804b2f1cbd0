import { QUERY_PARAMETERS } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link, useSearchParams } from '@atalaia/react/router'
import { BrandMark } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { TowerBackdrop } from './tower-backdrop.tsx'
import './auth.css'

type AuthFrameProps = { readonly title: string; readonly lead: string; readonly children: ReactNode }

export const REGISTER_TITLE = 'Criar cadastro'
/** The text below the title of the registration page. */
export const REGISTER_LEAD = 'Use seu e-mail de trabalho para acompanhar os endereços da sua empresa.'

/** The frame of both pages: one narrow card with the brand above it. */
export const AuthFrame = ({ title, lead, children }: AuthFrameProps) => {
  const { config } = useRemoteContext()
  return (
    <div className="auth-page">
      <TowerBackdrop />
      <main className="auth-column" id="conteudo" tabIndex={-1}>
        <Link className="auth-brand" to="/">
          <Brand name={config.brand} />
        </Link>
        <div className="auth-card">
          <h1 className="auth-title">{title}</h1>
          <p className="auth-lead">{lead}</p>
          {children}
        </div>
      </main>
    </div>
  )
}

/** The product's mark and name. */
export const Brand = ({ name }: { readonly name: string }) => (
  <>
    <BrandMark size={32} />
    <span>{name}</span>
  </>
)

/** `path` with the `next` of the current address: the page that the person wanted before the guard (P-LOGIN-12). */
export const useAddressWithNext = (path: string): string => {
  const [search] = useSearchParams()
  const next = search.get(QUERY_PARAMETERS.next)
  return next ? `${path}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: next })}` : path
}
