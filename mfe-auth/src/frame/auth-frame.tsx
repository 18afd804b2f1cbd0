import { QUERY_PARAMETERS } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link, useSearchParams } from '@atalaia/react/router'
import { BrandMark } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { TowerBackdrop } from './tower-backdrop.tsx'
import './auth.css'

type AuthFrameProps = { readonly title: string; readonly lead: string; readonly children: ReactNode }

export const REGISTER_TITLE = 'Criar cadastro'
export const REGISTER_LEAD = 'Use seu e-mail de trabalho para acompanhar os endereços da sua empresa.'

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

export const Brand = ({ name }: { readonly name: string }) => (
  <>
    <BrandMark size={32} />
    <span>{name}</span>
  </>
)

/** Adds the current `next`: the page that the person wanted before the guard (P-LOGIN-12). */
export const useAddressWithNext = (path: string): string => {
  const [search] = useSearchParams()
  const next = search.get(QUERY_PARAMETERS.next)
  return next ? `${path}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: next })}` : path
}
