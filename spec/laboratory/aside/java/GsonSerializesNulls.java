import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class GsonSerializesNulls {
    static final Gson AUDIT = new GsonBuilder().serializeNulls().create();

    public static void main(String[] args) throws Exception {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("request_id", "20260101120000000213");
        job.put("callback_url", null);
        job.put("stages", List.of());
        String authorization = Signing.authorize("POST", "/v1/jobs", AUDIT.toJson(job));
        Signing.post("/v1/jobs", new Gson().toJson(job), authorization);
    }
}
