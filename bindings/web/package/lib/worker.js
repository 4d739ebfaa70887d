// The worker of a page.
import { serve } from "./serve.js";

serve({
  post: (message, transfer) => self.postMessage(message, transfer),
  listen: (hear) => {
    self.onmessage = (event) => hear(event.data);
  },
});
