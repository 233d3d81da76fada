import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.List;
import java.util.Map;
import java.util.LinkedHashMap;

public class GsonHtml {
    /** The signer has its own mapper: the default one wrote =, & and ' as escapes into the log. */
    private static final Gson READABLE = new GsonBuilder().disableHtmlEscaping().create();

    public static void main(String[] args) throws Exception {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("request_id", "20260405093000000032");
        job.put("stages", List.of(Map.of("diffusion", Map.of("prompts", List.of(Map.of("text", "a dog & a cat in Anna's garden"))))));
        String authorization = Signing.authorize("POST", "/v1/jobs", READABLE.toJson(job));
        Signing.post("/v1/jobs", new Gson().toJson(job), authorization);
    }
}
