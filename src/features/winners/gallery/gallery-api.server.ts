import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { access, byId, defineRoute, newApi, perHour, showing, staff } from '#kernel/api/api.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { moderateStory } from './commands/moderate-story.server.ts'
import { STORIES, storeWinnerPhoto, tellStory, withdrawStory } from './commands/tell-story.server.ts'
import {
  MyStory,
  RefuseBody,
  ShowBody,
  StaffStories,
  StaffStoriesQuery,
  StaffStory,
  StoryInput,
  WinnerStories,
  WinnerStoriesQuery,
} from './contract.ts'
import { listStaffStories, listStories, myStoryOf, staffStoryOf } from './queries/stories.server.ts'

const WRITING = perHour(60)
const UPLOADS = perHour(20)

const list = defineRoute('get', '/winners', access('anyone'), {
  summary: 'List the stories of winners who consented to be shown, newest first',
  query: WinnerStoriesQuery,
  answers: WinnerStories,
})

const readMine = defineRoute('get', '/my/prizes/{id}/story', access('user'), {
  summary: "Get the caller's story about a prize, or whether the caller may write a story",
  params: byId,
  answers: MyStory,
})

const tell = defineRoute('put', '/my/prizes/{id}/story', access('user', WRITING), {
  summary:
    "Save the caller's story about a prize, with the consent to show it; staff read each wording before it is shown",
  params: byId,
  body: StoryInput,
  answers: MyStory,
})

const withdraw = defineRoute('delete', '/my/prizes/{id}/story', access('user', WRITING), {
  summary: 'Withdraw the consent to a story; story and photo are deleted at once',
  params: byId,
  answers: MyStory,
})

const upload = defineRoute('post', '/my/winner-pictures', access('user', UPLOADS), {
  summary: 'Upload a single photo for the story of a prize',
  ...uploadBody,
  answers: UploadedPictures,
})

const queue = defineRoute('get', '/admin/winner-stories', staff('reviews.moderate'), {
  summary: 'List pending winner stories, or the stories of a status, oldest first',
  query: StaffStoriesQuery,
  answers: StaffStories,
})

const show = defineRoute('post', '/admin/winner-stories/{id}/show', staff('reviews.moderate'), {
  summary: 'Show a story in the wording that staff read',
  params: byId,
  body: ShowBody,
  answers: StaffStory,
})

const refuse = defineRoute('post', '/admin/winner-stories/{id}/refuse', staff('reviews.moderate'), {
  summary: 'Refuse a story, with a reason for the winner',
  params: byId,
  body: RefuseBody,
  answers: StaffStory,
})

export const galleryApi = () =>
  newApi()
    .openapi(list, async c => {
      showing(c, STORIES)
      return c.json(await listStories(c.var.ctx, c.req.valid('query')), 200)
    })
    .openapi(readMine, async c => c.json(await myStoryOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(tell, async c => c.json(await readAfter(c, myStoryOf, tellStory, c.req.valid('json')), 200))
    .openapi(withdraw, async c => c.json(await readAfter(c, myStoryOf, withdrawStory), 200))
    .openapi(upload, async c => c.json(await storeWinnerPhoto(c.var.ctx, c), 200))
    .openapi(queue, async c => c.json(await listStaffStories(c.var.ctx, c.req.valid('query')), 200))
    .openapi(show, async c =>
      c.json(await readAfter(c, staffStoryOf, moderateStory, { ...c.req.valid('json'), status: 'shown' }), 200),
    )
    .openapi(refuse, async c =>
      c.json(await readAfter(c, staffStoryOf, moderateStory, { ...c.req.valid('json'), status: 'refused' }), 200),
    )

export type GalleryApi = ReturnType<typeof galleryApi>
