import { Button, Card } from '@atalaia/ui'
import { useState } from 'react'
import { Avatar } from './avatar.tsx'
import { CommentForm } from './comment-form.tsx'
import type { Post } from './feed.ts'

type FeedPostProps = {
  readonly post: Post
  readonly onLike: () => void
  readonly onComment: (text: string) => void
}

export const FeedPost = ({ post, onLike, onComment }: FeedPostProps) => {
  const [writing, setWriting] = useState(false)
  return (
    <li>
      <Card className="kit-post">
        <div className="kit-post__head">
          <Avatar name={post.author} />
          <div>
            <h3 className="kit-post__author">{post.author}</h3>
            <p className="kit-post__when">{post.when}</p>
          </div>
        </div>
        <p className="kit-post__text">{post.text}</p>
        <div className="kit-post__actions">
          <Button variant="ghost" size="small" icon="heart" aria-pressed={post.liked} onClick={onLike}>
            {`Curtir (${post.likes})`}
          </Button>
          <Button
            variant="ghost"
            size="small"
            icon="message"
            aria-expanded={writing}
            onClick={() => setWriting(!writing)}
          >
            {`Comentar (${post.comments.length})`}
          </Button>
        </div>
        {post.comments.length > 0 && (
          <ul className="kit-comments">
            {post.comments.map((comment) => (
              <li key={comment.id}>
                <strong>{comment.author}</strong> {comment.text}
              </li>
            ))}
          </ul>
        )}
        {writing && (
          <CommentForm
            author={post.author}
            onComment={(text) => {
              onComment(text)
              setWriting(false)
            }}
          />
        )}
      </Card>
    </li>
  )
}
