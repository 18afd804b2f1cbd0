import { useReducer } from 'react'
import { KitPage } from '../../kit/kit-page.tsx'
import { FeedPost } from './feed-post.tsx'
import { feedReducer, initialFeed } from './feed.ts'
import { person } from './person.ts'
import { PostBox } from './post-box.tsx'
import { UserCard } from './user-card.tsx'
import './profile.css'

/** Written text stays in the page. */
export const Component = () => {
  const [feed, dispatch] = useReducer(feedReducer, initialFeed)
  const author = person.name
  return (
    <KitPage title="Perfil" trail={['Perfil']} lead="Um perfil inventado: o que você escreve aqui não é enviado.">
      <div className="kit-profile">
        <UserCard />
        <div className="kit-feed">
          <PostBox onPost={(text) => dispatch({ type: 'posted', author, text })} />
          <h2 className="kit-feed__title">Atividade</h2>
          <ul className="kit-feed__posts" aria-label="Atividade">
            {feed.map((post) => (
              <FeedPost
                key={post.id}
                post={post}
                onLike={() => dispatch({ type: 'likeToggled', post: post.id })}
                onComment={(text) => dispatch({ type: 'commented', post: post.id, author, text })}
              />
            ))}
          </ul>
        </div>
      </div>
    </KitPage>
  )
}
