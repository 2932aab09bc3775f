import BatchService
import LineServer

extension Exchange: ReplyRoad {}
