import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import {
  type ContentPageEntry,
  contentPagePath,
  PAGE_LABELS,
  type PageContentFields,
  pageContentFields,
} from '#src/contract/content-page.ts'
import { toSlug } from '#src/contract/slug.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { EditForm } from '../../blocks/EditForm.tsx'
import { CheckField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { links } from '../../links.ts'
import { pages } from './content-calls.ts'
import { PlaceEditor } from './PlaceEditor.tsx'

/** What a page is called and where it is; below, for a stored one, its blocks, which are saved by themselves. */
export function PageForm({ row, onClose }: EntryFormProps<ContentPageEntry>) {
  const edit = useLibraryForm(pages, { row, onClose, schema: pageContentFields, labels: PAGE_LABELS })
  return (
    <>
      <EditForm {...edit}>
        <PageInputs isNew={row === undefined} />
      </EditForm>
      {row ? (
        <div className="mt-8 border-line border-t-2 pt-6">
          <h2 className="label mb-4 text-[1.375rem]">Blocks of this page</h2>
          <PlaceEditor place={{ pageId: row.id }} name={row.title} />
        </div>
      ) : (
        <p className="mt-6 text-soft">Save the page first, then put blocks on it.</p>
      )}
    </>
  )
}

/** The fields of a page, also of one in a change set. */
export function PageInputs({ isNew = false }: { isNew?: boolean }) {
  return (
    <>
      <TextField name="title" label={PAGE_LABELS.title} maxLength={120} autoComplete="off" />
      <SlugField isNew={isNew} />
      <TextField
        name="metaTitle"
        label={PAGE_LABELS.metaTitle}
        maxLength={100}
        hint="The title and the name of the site, if it is empty. Search engines show about 60 characters."
      />
      <TextAreaField
        name="metaDescription"
        label={PAGE_LABELS.metaDescription}
        rows={2}
        maxLength={200}
        hint="Search engines show about 160 characters."
      />
      <CheckField
        name="isPublished"
        label={PAGE_LABELS.isPublished}
        hint="Visitors can open it, and search engines find it."
      />
    </>
  )
}

/** The address of a new page follows its title until an address is typed. */
function SlugField({ isNew }: { isNew: boolean }) {
  const { watch, getFieldState, setValue } = useFormContext<PageContentFields>()
  const title = watch('title')
  useEffect(() => {
    if (isNew && !getFieldState('slug').isDirty) setValue('slug', toSlug(title, 100))
  }, [isNew, title, getFieldState, setValue])
  return (
    <TextField
      name="slug"
      label={PAGE_LABELS.slug}
      maxLength={100}
      autoCapitalize="off"
      spellCheck={false}
      hint={isNew ? 'Such as about, privacy or terms.' : 'Links to the old address redirect to the new one.'}
    />
  )
}

/** Beside the form of a page: whether visitors see it, and how a menu leads to it. */
export function PagePanel({ row: { id, slug, isPublished } }: { row: ContentPageEntry }) {
  const link =
    'inline-block py-1 font-semibold underline underline-offset-4 hover:decoration-2 [overflow-wrap:anywhere]'
  return (
    <section className="admin-panel px-5 py-4">
      <h2 className="label text-[1.375rem]">{isPublished ? 'Published' : 'Draft'}</h2>
      <p className="mt-2 text-[.9375rem] text-soft leading-snug">
        {isPublished ? 'Saving updates the page.' : 'Visitors do not see it.'}
      </p>
      {isPublished && (
        <a href={contentPagePath(slug)} className={link}>
          {contentPagePath(slug)}
        </a>
      )}
      <p className="mt-3 text-[.9375rem] leading-snug">
        <AdminLink to={links.menu()} className={link}>
          Add it to the menu
        </AdminLink>
      </p>
      <p className="mt-1">
        <AdminLink to={links.auditLog({ subjectType: 'content_page', subjectId: id })} className={link}>
          History of this page
        </AdminLink>
      </p>
    </section>
  )
}
