import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { BrandMark } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { NightScene } from './night-scene.tsx'
import './auth.css'

type AuthFrameProps = { readonly title: string; readonly lead: string; readonly children: ReactNode }

/** One narrow card on the night, the brand above it. */
export const AuthFrame = ({ title, lead, children }: AuthFrameProps) => {
  const { config } = useRemoteContext()
  return (
    <div className="auth-page">
      <NightScene />
      <main className="auth-column" id="conteudo" tabIndex={-1}>
        <Link className="auth-brand" to="/">
          <BrandMark size={32} />
          <span>{config.brand}</span>
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
