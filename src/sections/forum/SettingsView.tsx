import { ForumHead } from './ForumHead.tsx'

/** Where members choose how the forum mails them. */
export function SettingsView() {
  return (
    <>
      <ForumHead title="Forum email" crumbs={[]}>
        <p className="lead">Choose how you hear about replies, mentions and answers.</p>
      </ForumHead>
      <div className="wrap forum-single" data-forum-settings data-eager>
        <p className="for-guests">
          <a href="/auth">Sign in</a> to choose how the forum emails you.
        </p>
        <p data-without-js>This page needs JavaScript. Please turn it on for this site and reload the page.</p>
      </div>
    </>
  )
}
