import { UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import { access, answers, createRoute, jsonBody, newApi, showing, staff, z } from '#kernel/api/api.server.ts'
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

const params = z.object({ id: z.uuid() })
const WRITING = { points: 60, seconds: 3600 }
const UPLOADS = { points: 20, seconds: 3600 }

const list = createRoute({
  ...access('anyone'),
  method: 'get',
  path: '/winners',
  summary: 'Winners who agreed to be shown, the newest first',
  request: { query: WinnerStoriesQuery },
  responses: answers(WinnerStories),
})

const readMine = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/prizes/{id}/story',
  summary: 'What the caller tells about a prize, or whether it may be told',
  request: { params },
  responses: answers(MyStory),
})

const tell = createRoute({
  ...access('user', WRITING),
  method: 'put',
  path: '/my/prizes/{id}/story',
  summary: 'Tell about a prize, with the consent to show it; staff read each wording before it is shown',
  request: { params, ...jsonBody(StoryInput) },
  responses: answers(MyStory),
})

const withdraw = createRoute({
  ...access('user', WRITING),
  method: 'delete',
  path: '/my/prizes/{id}/story',
  summary: 'Withdraw the consent: story and photo are deleted at once',
  request: { params },
  responses: answers(MyStory),
})

const upload = createRoute({
  ...access('user', UPLOADS),
  method: 'post',
  path: '/my/winner-pictures',
  summary: 'Upload one photo for the story of a prize',
  request: uploadBody,
  responses: answers(UploadedPictures),
})

const queue = createRoute({
  ...staff('reviews.moderate'),
  method: 'get',
  path: '/admin/winner-stories',
  summary: 'Stories of winners that wait for a decision, or those of a status, oldest first',
  request: { query: StaffStoriesQuery },
  responses: answers(StaffStories),
})

const show = createRoute({
  ...staff('reviews.moderate'),
  method: 'post',
  path: '/admin/winner-stories/{id}/show',
  summary: 'Show a story as it was read',
  request: { params, ...jsonBody(ShowBody) },
  responses: answers(StaffStory),
})

const refuse = createRoute({
  ...staff('reviews.moderate'),
  method: 'post',
  path: '/admin/winner-stories/{id}/refuse',
  summary: 'Keep a story off the page, with a reason for the winner',
  request: { params, ...jsonBody(RefuseBody) },
  responses: answers(StaffStory),
})

export const galleryApi = () =>
  newApi()
    .openapi(list, async c => {
      showing(c, STORIES)
      return c.json(await listStories(c.var.ctx, c.req.valid('query')), 200)
    })
    .openapi(readMine, async c => c.json(await myStoryOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(tell, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      await tellStory(ctx, id, c.req.valid('json'))
      return c.json(await myStoryOf(ctx, id), 200)
    })
    .openapi(withdraw, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      await withdrawStory(ctx, id)
      return c.json(await myStoryOf(ctx, id), 200)
    })
    .openapi(upload, async c => c.json(await storeWinnerPhoto(c.var.ctx, c), 200))
    .openapi(queue, async c => c.json(await listStaffStories(c.var.ctx, c.req.valid('query')), 200))
    .openapi(show, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      await moderateStory(ctx, id, { ...c.req.valid('json'), status: 'shown' })
      return c.json(await staffStoryOf(ctx, id), 200)
    })
    .openapi(refuse, async c => {
      const { ctx } = c.var
      const { id } = c.req.valid('param')
      await moderateStory(ctx, id, { ...c.req.valid('json'), status: 'refused' })
      return c.json(await staffStoryOf(ctx, id), 200)
    })

export type GalleryApi = ReturnType<typeof galleryApi>
